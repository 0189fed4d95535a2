"""A retrieval-augmented system that answers over HTTP from an index of its own, with the standard library alone.

    python examples/rag_server.py            # then: stumper evaluate FILE --victim http:http://127.0.0.1:8123

What a query adds and removes holds for that query alone: the index itself is never written to.
"""

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

INDEX = [
    {"id": "light", "title": "Lowmere", "text": "The lighthouse of Lowmere stands on a rock. Anna Berg keeps it."},
    {"id": "harbour", "title": "Lowmere", "text": "The harbour of Lowmere was dug in 1874. It freezes in winter."},
    {"id": "ferry", "title": "Ferries", "text": "A ferry leaves Lowmere twice a day. It takes bicycles."},
]


def answered(query):
    """A prediction: the sentence that shares most words with the question, of the two passages that do."""
    held = [one for one in INDEX if one["id"] not in query.get("remove", ())] + query.get("add", [])
    asked = set(re.findall(r"\w+", query["question"].lower()))

    def shared(text):
        return len(asked & set(re.findall(r"\w+", text.lower())))

    found = sorted(query.get("passages", held), key=lambda one: -shared(one["text"]))[:2]
    said = [
        (shared(sentence), sentence, one["id"]) for one in found for sentence in re.findall(r"[^.]+\.", one["text"])
    ]
    most, answer, source = max(said, key=lambda one: one[0], default=(0, "", ""))
    cited = [source] if most else []
    return {"guesses": [{"answer": answer.strip() if most else ""}], "retrieved": [one["id"] for one in found],
            "evidence": cited}  # fmt: skip


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply({"fingerprint": "rag-server-1", "index": ["add", "remove"]})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply({"predictions": [answered(query) for query in asked["queries"]]})

    def reply(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", 8123), Handler).serve_forever()
