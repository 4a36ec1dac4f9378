"""Jobs in processes of their own: what is asked, what is reported, the limits that are kept."""
