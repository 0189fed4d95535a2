"""The backward passes of what is embedded (reader, verifier, dan), from their operators: no data, no training."""

import argparse
from pathlib import Path

from networks.gradient_graph import reader_backward, verifier_backward
from networks.guesser_graphs import dan_backward
from stumper.victims.gradients import BACKWARD
from stumper.victims.graphs import shipped
from stumper.victims.guessing.neural import BACKWARD as DAN_BACKWARD


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=shipped(), help="the folder of the weights that ship")
    out = parser.parse_args().out
    made = {
        BACKWARD["reader.onnx"]: reader_backward(),
        BACKWARD["verifier.onnx"]: verifier_backward(),
        DAN_BACKWARD: dan_backward(),
    }
    for name, backward in made.items():
        file = out / name
        file.write_bytes(backward.SerializeToString())
        print(f"{file}: {file.stat().st_size} bytes, {len(backward.graph.node)} operators")


if __name__ == "__main__":
    main()
