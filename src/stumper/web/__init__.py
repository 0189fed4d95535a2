"""The pages and the JSON API over what people do."""
