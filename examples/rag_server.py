"""A system with an index of its own. After it: stumper evaluate FILE --victim http:http://127.0.0.1:8123"""

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

INDEX = [{"id": "light", "text": "The lighthouse of Lowmere stands on a rock. Anna Berg keeps it."}]
INDEX += [{"id": "harbour", "text": "The harbour of Lowmere was dug in 1874. It freezes in winter."}]


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def answered(query):
    """The sentence with most words of the question. What a query adds and removes holds for that query alone."""
    asked = words(query["question"])
    held = [one for one in INDEX if one["id"] not in query.get("remove", ())] + query.get("add", [])
    found = sorted(query.get("passages", held), key=lambda one: -len(asked & words(one["text"])))[:2]
    said = [(text.strip(), p["id"]) for p in found for text in re.findall(r"[^.]+\.", p["text"]) if asked & words(text)]
    answer, *cited = max(said, key=lambda one: len(asked & words(one[0])), default=("",))
    return {"guesses": [{"answer": answer}], "retrieved": [one["id"] for one in found], "evidence": cited}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply({"fingerprint": "rag-server-1", "index": ["add", "remove"]})

    def do_POST(self):
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        self.reply({"predictions": [*map(answered, queries)]})

    def reply(self, value):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", 8123), Handler).serve_forever()
