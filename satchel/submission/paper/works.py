"""The works that descriptions cite: on encodings, by author and year, and on programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORKS: Final[Mapping[str, str]] = {
    "Abio and Stuckey 2014": (
        'I. Abío and P. J. Stuckey, "Encoding linear constraints into SAT," in CP, 2014, pp. 75-91.'
    ),
    "Abio, Nieuwenhuis, Oliveras and Rodriguez-Carbonell 2013": (
        'I. Abío, R. Nieuwenhuis, A. Oliveras, and E. Rodríguez-Carbonell, "A parametric approach'
        ' for smaller and better encodings of cardinality constraints," in CP, 2013, pp. 80-96.'
    ),
    "Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell and Mayer-Eichberger 2012": (
        "I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, and V. Mayer-Eichberger,"
        ' "A new look at BDDs for pseudo-Boolean constraints," J. Artif. Intell. Res., vol. 45,'
        " pp. 443-480, 2012."
    ),
    "Asin, Nieuwenhuis, Oliveras and Rodriguez-Carbonell 2011": (
        "R. Asín, R. Nieuwenhuis, A. Oliveras, and E. Rodríguez-Carbonell,"
        ' "Cardinality networks: a theoretical and empirical study," Constraints, vol. 16, no. 2,'
        " pp. 195-221, 2011."
    ),
    "Bacchus 2007": 'F. Bacchus, "GAC via unit propagation," in CP, 2007, pp. 133-147.',
    "Bailleux and Boufkhad 2003": (
        'O. Bailleux and Y. Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints,"'
        " in CP, 2003, pp. 108-122."
    ),
    "Bailleux, Boufkhad and Roussel 2009": (
        'O. Bailleux, Y. Boufkhad, and O. Roussel, "New encodings of pseudo-Boolean constraints'
        ' into CNF," in SAT, 2009, pp. 181-194.'
    ),
    "Barth 1995": (
        'P. Barth, "A Davis-Putnam based enumeration algorithm for linear pseudo-Boolean'
        ' optimization," Max-Planck-Institut für Informatik, Tech. Rep. MPI-I-95-2-003, 1995.'
    ),
    "Batcher 1968": (
        'K. E. Batcher, "Sorting networks and their applications," in AFIPS Spring Joint Computer'
        " Conf., 1968, pp. 307-314."
    ),
    "Bessiere, Katsirelos, Narodytska, Quimper and Walsh 2009": (
        'C. Bessière, G. Katsirelos, N. Narodytska, C.-G. Quimper, and T. Walsh, "Decompositions of'
        ' all different, global cardinality and related constraints," in IJCAI, 2009, pp. 419-424.'
    ),
    "Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret 2022": (
        "M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, and M. Villaret,"
        ' "SAT encodings for pseudo-Boolean constraints together with at-most-one constraints,"'
        " Artif. Intell., vol. 302, 103604, 2022."
    ),
    "Buettner and Rintanen 2005": (
        'M. Büttner and J. Rintanen, "Satisfiability planning with constraints on the number of'
        ' actions," in ICAPS, 2005, pp. 292-299.'
    ),
    "Chen 2010": (
        'J. Chen, "A new SAT encoding of the at-most-one constraint," in Workshop on Constraint'
        " Modelling and Reformulation (ModRef), 2010."
    ),
    "Cheng and Yap 2010": (
        'K. C. K. Cheng and R. H. C. Yap, "An MDD-based generalized arc consistency algorithm for'
        ' positive and negative table constraints and some global constraints," Constraints, vol.'
        " 15, no. 2, pp. 265-304, 2010."
    ),
    "Crawford and Baker 1994": (
        'J. M. Crawford and A. B. Baker, "Experimental results on the application of satisfiability'
        ' algorithms to scheduling problems," in AAAI, 1994, pp. 1092-1097.'
    ),
    "Dantzig, Fulkerson and Johnson 1954": (
        'G. Dantzig, R. Fulkerson, and S. Johnson, "Solution of a large-scale traveling-salesman'
        ' problem," J. Oper. Res. Soc. Am., vol. 2, no. 4, pp. 393-410, 1954.'
    ),
    "de Kleer 1989": (
        'J. de Kleer, "A comparison of ATMS and CSP techniques," in IJCAI, 1989, pp. 290-296.'
    ),
    "Een and Sorensson 2006": (
        'N. Eén and N. Sörensson, "Translating pseudo-Boolean constraints into SAT," J. Satisf.'
        " Boolean Model. Comput., vol. 2, pp. 1-26, 2006."
    ),
    "Frisch and Giannaros 2010": (
        'A. M. Frisch and P. A. Giannaros, "SAT encodings of the at-most-k constraint: some old,'
        ' some new, some fast, some slow," in Workshop on Constraint Modelling and Reformulation'
        " (ModRef), 2010."
    ),
    "Frisch, Hnich, Kiziltan, Miguel and Walsh 2002": (
        'A. M. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, and T. Walsh, "Global constraints for'
        ' lexicographic orderings," in CP, 2002, pp. 93-108.'
    ),
    "Frisch, Peugniez, Doggett and Nightingale 2005": (
        'A. M. Frisch, T. J. Peugniez, A. J. Doggett, and P. W. Nightingale, "Solving non-Boolean'
        ' satisfiability problems with stochastic local search: a comparison of encodings," J.'
        " Autom. Reason., vol. 35, pp. 143-179, 2005."
    ),
    "Gent 2002": 'I. P. Gent, "Arc consistency in SAT," in ECAI, 2002, pp. 121-125.',
    "Gent and Nightingale 2004": (
        'I. P. Gent and P. Nightingale, "A new encoding of AllDifferent into SAT," in Workshop on'
        " Modelling and Reformulating Constraint Satisfaction Problems (ModRef), 2004."
    ),
    "Golomb 1967": ('S. W. Golomb, "Shift register sequences," Holden-Day, 1967.'),
    "Hertel, Hertel and Urquhart 2007": (
        'A. Hertel, P. Hertel, and A. Urquhart, "Formalizing dangerous SAT encodings," in SAT,'
        " 2007, pp. 159-172."
    ),
    "Heule 2021": (
        'M. J. H. Heule, "Chinese remainder encoding for Hamiltonian cycles," in SAT, 2021,'
        " pp. 216-224."
    ),
    "Hoelldobler and Nguyen 2013": (
        'S. Hölldobler and V. H. Nguyen, "On SAT-encodings of the at-most-one constraint," in'
        " Workshop on Constraint Modelling and Reformulation (ModRef), 2013."
    ),
    "Hoelldobler, Manthey and Steinke 2012": (
        'S. Hölldobler, N. Manthey, and P. Steinke, "A compact encoding of pseudo-Boolean'
        ' constraints into SAT," in KI, 2012, pp. 107-118.'
    ),
    "Ignatiev, Morgado and Marques-Silva 2018": (
        'A. Ignatiev, A. Morgado, and J. Marques-Silva, "PySAT: a Python toolkit for prototyping'
        ' with SAT oracles," in SAT, 2018, pp. 428-437.'
    ),
    "Iser and Jabs 2024": (
        'A. Iser and C. Jabs, "Global benchmark database," in SAT, LIPIcs vol. 305, 2024,'
        " pp. 18:1-18:10."
    ),
    "Iwama and Miyazaki 1994": (
        'K. Iwama and S. Miyazaki, "SAT-variable complexity of hard combinatorial problems," in'
        " IFIP World Computer Congress, 1994, pp. 253-258."
    ),
    "Johnson 2014": (
        'A. Johnson, "Quasi-linear reduction of Hamiltonian cycle problem (HCP) to satisfiability'
        ' problem (SAT)," 2014.'
    ),
    "Joshi, Martins and Manquinho 2015": (
        'S. Joshi, R. Martins, and V. Manquinho, "Generalized totalizer encoding for'
        ' pseudo-Boolean constraints," in CP, 2015, pp. 200-209.'
    ),
    "Klieber and Kwon 2007": (
        'W. Klieber and G. Kwon, "Efficient CNF encoding for selecting 1 from N objects," in Int.'
        " Workshop on Constraints in Formal Verification, 2007."
    ),
    "Knuth 2015": (
        'D. E. Knuth, "The Art of Computer Programming, volume 4, fascicle 6: Satisfiability,"'
        " Addison-Wesley, 2015."
    ),
    "Law and Lee 2004": (
        'Y. C. Law and J. H. M. Lee, "Global constraints for integer and set value precedence," in'
        " CP, 2004, pp. 362-376."
    ),
    "Liffiton and Maglalang 2012": (
        'M. H. Liffiton and J. C. Maglalang, "A cardinality solver: more expressive constraints for'
        ' free," in SAT, 2012, pp. 485-486.'
    ),
    "Morgado, Ignatiev and Marques-Silva 2014": (
        'A. Morgado, A. Ignatiev, and J. Marques-Silva, "MSCG: robust core-guided MaxSAT solving,"'
        " J. Satisf. Boolean Model. Comput., vol. 9, pp. 129-134, 2014."
    ),
    "Ogawa, Liu, Hasegawa, Koshimura and Fujita 2013": (
        'T. Ogawa, Y. Liu, R. Hasegawa, M. Koshimura, and H. Fujita, "Modulo based CNF encoding of'
        ' cardinality constraints and its application to MaxSAT solvers," in ICTAI, 2013, pp. 9-17.'
    ),
    "Pesant 2004": (
        'G. Pesant, "A regular language membership constraint for finite sequences of variables,"'
        " in CP, 2004, pp. 482-495."
    ),
    "Prestwich 2007": (
        'S. Prestwich, "Variable dependency in local search: prevention is better than cure," in'
        " SAT, 2007, pp. 107-120."
    ),
    "Quimper and Walsh 2006": (
        'C.-G. Quimper and T. Walsh, "Global grammar constraints," in CP, 2006, pp. 751-755.'
    ),
    "Rankooh and Rintanen 2022": (
        'M. F. Rankooh and J. Rintanen, "Propositional encodings of acyclicity and reachability by'
        ' using vertex elimination," in AAAI, 2022, pp. 5861-5868.'
    ),
    "Regin 1996": (
        'J.-C. Régin, "Generalized arc consistency for global cardinality constraint," in AAAI,'
        " 1996, pp. 209-215."
    ),
    "Schutt, Feydy, Stuckey and Wallace 2009": (
        'A. Schutt, T. Feydy, P. J. Stuckey, and M. G. Wallace, "Why cumulative decomposition is'
        ' not as bad as it sounds," in CP, 2009, pp. 746-761.'
    ),
    "Sinz 2005": (
        'C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints," in CP,'
        " 2005, pp. 827-831."
    ),
    "Soh et al. 2014": (
        'T. Soh, D. Le Berre, S. Roussel, M. Banbara, and N. Tamura, "Incremental SAT-based method'
        ' with native Boolean cardinality handling for the Hamiltonian cycle problem," in JELIA,'
        " 2014, pp. 684-693."
    ),
    "Soh, Inoue, Tamura, Banbara and Nabeshima 2010": (
        'T. Soh, K. Inoue, N. Tamura, M. Banbara, and H. Nabeshima, "A SAT-based method for solving'
        ' the two-dimensional strip packing problem," Fundam. Informaticae, vol. 102, pp. 467-487,'
        " 2010."
    ),
    "Tamura et al. 2006": (
        'N. Tamura, A. Taga, S. Kitagawa, and M. Banbara, "Compiling finite linear CSP into SAT,"'
        " in CP, 2006, pp. 590-603."
    ),
    "Tamura, Taga, Kitagawa and Banbara 2009": (
        'N. Tamura, A. Taga, S. Kitagawa, and M. Banbara, "Compiling finite linear CSP into SAT,"'
        " Constraints, vol. 14, no. 2, pp. 254-272, 2009."
    ),
    "Walsh 2000": 'T. Walsh, "SAT v CSP," in CP, 2000, pp. 441-456.',
    "Walsh 2001": (
        'T. Walsh, "Permutation problems and channelling constraints," in LPAR, 2001, pp. 377-391.'
    ),
    "Walsh 2006": (
        'T. Walsh, "Symmetry breaking using value precedence," in ECAI, 2006, pp. 168-172.'
    ),
    "Warners 1998": (
        'J. P. Warners, "A linear-time transformation of linear inequalities into conjunctive'
        ' normal form," Inf. Process. Lett., vol. 68, no. 2, pp. 63-69, 1998.'
    ),
    "Zhou 2020": (
        'N.-F. Zhou, "In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem,"'
        " in CP, 2020, pp. 585-602."
    ),
    "Zhou 2024": (
        'N.-F. Zhou, "Encoding the Hamiltonian cycle problem into SAT based on vertex'
        ' elimination," in CP, LIPIcs vol. 307, 2024, pp. 40:1-40:8.'
    ),
    "SMT-LIB": (
        'C. Barrett, P. Fontaine, and C. Tinelli, "The SMT-LIB standard: version 2.6," 2017.'
        " https://smt-lib.org"
    ),
}
"""As the encodings' own documentation names them."""

PROGRAMS: Final[Mapping[str, str]] = {
    "minisat+": WORKS["Een and Sorensson 2006"],
    "minisat": 'N. Eén and N. Sörensson, "An extensible SAT-solver," in SAT, 2003, pp. 502-518.',
    "cadical": (
        "A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks, and F. Pollitt,"
        ' "CaDiCaL 2.0," in CAV, 2024, pp. 133-152.'
    ),
    "kissat": (
        'A. Biere, K. Fazekas, M. Fleury, and M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling'
        ' and Treengeling entering the SAT Competition 2020," in Proc. SAT Competition 2020,'
        " pp. 51-53."
    ),
    "glucose": (
        'G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers," in'
        " IJCAI, 2009, pp. 399-404."
    ),
    "rc2": (
        'A. Ignatiev, A. Morgado, and J. Marques-Silva, "RC2: an efficient MaxSAT solver," J.'
        " Satisf. Boolean Model. Comput., vol. 11, pp. 53-64, 2019."
    ),
    "clasp": (
        'M. Gebser, B. Kaufmann, and T. Schaub, "Conflict-driven answer set solving: from theory to'
        ' practice," Artif. Intell., vol. 187-188, pp. 52-89, 2012.'
    ),
    "z3": 'L. de Moura and N. Bjørner, "Z3: an efficient SMT solver," in TACAS, 2008, pp. 337-340.',
    "cvc5": (
        'H. Barbosa et al., "cvc5: a versatile and industrial-strength SMT solver," in TACAS, 2022,'
        " pp. 415-442."
    ),
    "drat-trim": (
        'N. Wetzler, M. J. H. Heule, and W. A. Hunt Jr., "DRAT-trim: efficient checking and'
        ' trimming using expressive clausal proofs," in SAT, 2014, pp. 422-429.'
    ),
}
"""By the beginning of the name by which a solver or a checker is called."""
