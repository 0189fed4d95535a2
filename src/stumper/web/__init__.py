"""Pages and an API over ``people``: the only place that knows of the web."""
