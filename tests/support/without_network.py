"""What keeps other people's packages from asking for files of the network."""

from importlib.util import find_spec
from pathlib import Path


def _words() -> dict[str, str]:
    """Where LlamaIndex brings the words along by which Inspect's ``mockllm`` counts tokens."""
    found = find_spec("llama_index.core") if find_spec("llama_index") else None
    if found is None or found.origin is None:
        return {}
    return {"TIKTOKEN_CACHE_DIR": str(Path(found.origin).parent / "_static" / "tiktoken_cache")}


WITHOUT_NETWORK = {"HF_HUB_OFFLINE": "1", **_words()}
