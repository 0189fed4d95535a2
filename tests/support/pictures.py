"""Pictures and sounds of our own making, and a packet that names them."""

import io
import json
import struct
import wave
import zlib


def png(width: int = 60, height: int = 40, grey: int = 120) -> bytes:
    """A picture of one shade."""
    rows = b"".join(b"\0" + bytes([grey]) * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def wav(seconds: float = 0.5) -> bytes:
    """A sound of silence."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(2 * int(8000 * seconds)))
    return file.getvalue()


def packet_of(*texts: str) -> bytes:
    """A packet in QANTA's format of 2025; [image:PATH] and [sound:PATH] in a text name files."""
    return json.dumps([_question(number, text) for number, text in enumerate(texts)]).encode()


def _question(number: int, text: str) -> dict[str, object]:
    files: dict[str, list[dict[str, object]]] = {"image": [], "audio": []}
    tokens: list[dict[str, object]] = []
    for position, word in enumerate(text.split()):
        kind, place = "text", None
        for name, mark in (("image", "[image:"), ("audio", "[sound:")):
            if word.startswith(mark):
                kind, place = name, len(files[name])
                files[name].append({"bytes": None, "path": word.removeprefix(mark).removesuffix("]")})
        tokens.append({"type": kind, "content": word if kind == "text" else None, "position": position,
                       "mm_index": place})  # fmt: skip
    return {"qid": f"q{number}", "question": text, "answer": "Ada Thorn", "clean_answers": ["Ada Thorn"],
            "tokens": tokens, "images": files["image"], "audio": files["audio"]}  # fmt: skip
