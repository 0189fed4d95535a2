"""A retrieval-augmented system with an index of its own. python examples/rag_server.py, then:
stumper evaluate FILE --victim http:http://127.0.0.1:8123"""

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

INDEX = [{"id": "light", "text": "The lighthouse of Lowmere stands on a rock. Anna Berg keeps it."}]
INDEX += [{"id": "harbour", "text": "The harbour of Lowmere was dug in 1874. It freezes in winter."}]


def answered(query):
    """The sentence with most words of the question. What a query adds and removes holds for that query alone."""
    asked = set(re.findall(r"\w+", query["question"].lower()))
    held = [one for one in INDEX if one["id"] not in query.get("remove", ())] + query.get("add", [])
    texts = [(text, one["id"]) for one in query.get("passages", held) for text in re.findall(r"[^.]+\.", one["text"])]
    shared = [(len(asked & set(re.findall(r"\w+", text.lower()))), text.strip(), id) for text, id in texts]
    best = sorted(shared, key=lambda one: -one[0])
    most, answer, cited = best[0] if best and best[0][0] else (0, "", None)
    retrieved = list(dict.fromkeys(id for _, _, id in best))[:2]
    return {"guesses": [{"answer": answer}], "retrieved": retrieved, "evidence": [cited] if most else []}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply({"fingerprint": "rag-server-2", "index": ["add", "remove"]})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply({"predictions": [answered(query) for query in asked["queries"]]})

    def reply(self, value):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", 8123), Handler).serve_forever()
