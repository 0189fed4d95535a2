"""The rules that rewrite claims, as tables: the published ones and ours."""
