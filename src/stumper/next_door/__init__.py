"""Sets and results in the forms of other people's tools; each tool is imported once its own form is asked for."""
