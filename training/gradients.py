"""The backward passes of the embedded reader and verifier, from their operators: no data, no weights, no training."""

import argparse
from pathlib import Path

from stumper.models.gradient_graph import reader_backward, verifier_backward
from stumper.victims.gradients import BACKWARD
from stumper.victims.sessions import shipped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=shipped(), help="the folder of the weights that ship")
    out = parser.parse_args().out
    for graph, backward in (("reader.onnx", reader_backward()), ("verifier.onnx", verifier_backward())):
        file = out / BACKWARD[graph]
        file.write_bytes(backward.SerializeToString())
        print(f"{file}: {file.stat().st_size} bytes, {len(backward.graph.node)} operators")


if __name__ == "__main__":
    main()
