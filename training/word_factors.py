"""Word vectors from what words are said of: the table of words by answers, factorised (Deerwester et al. 1990)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

EXTRA, ROUNDS = 32, 3  # of the randomised factorisation (Halko et al. 2011)


@dataclass(frozen=True, slots=True)
class Told:
    """Which words are said of which answer: the words of a question, and the answer's number."""

    ids: Sequence[int]
    answer: int


def salience(questions: Sequence[Told], words: int) -> Tensor:
    """How rare each word is: the log of the share of questions that do without it, [words]."""
    met = np.zeros(words, np.int64)
    for question in questions:
        met[np.unique(question.ids)] += 1
    return torch.tensor(np.log(len(questions) / np.maximum(met, 1)), dtype=torch.float32).clamp(min=0.01)


def factors(questions: Sequence[Told], words: int, answers: int, width: int, seed: int) -> Tensor:
    """The words' coordinates along the strongest directions of the table, [words, width], of mean square 1/100.

    An answer's column holds log(1 + count) times the salience of each word that is said of it, at length 1.
    """
    torch.manual_seed(seed)
    table = _table(questions, words, answers)
    turned = table.t().coalesce()
    width = min(width, answers)
    basis = torch.randn(answers, min(width + EXTRA, answers))
    for _ in range(ROUNDS):
        basis = torch.linalg.qr(turned @ (table @ basis))[0]
    left, _, _ = torch.linalg.svd(table @ basis, full_matrices=False)
    vectors = left[:, :width]
    return vectors / (10 * vectors.square().mean().sqrt())


def centres(questions: Sequence[Told], vectors: Tensor, answers: int) -> Tensor:
    """For each answer the direction in which the words that are said of it lie, [answers, width]."""
    summed = _table(questions, len(vectors), answers).t() @ vectors
    return summed / summed.norm(dim=1, keepdim=True).clamp(min=1e-6)


def _table(questions: Sequence[Told], words: int, answers: int) -> Tensor:
    """[words, answers], sparse."""
    ids = np.concatenate([np.asarray(question.ids, np.int64) for question in questions])
    columns = np.repeat([question.answer for question in questions], [len(question.ids) for question in questions])
    indices = torch.tensor(np.stack([ids, columns]))
    counted = torch.sparse_coo_tensor(indices, torch.ones(len(ids)), (words, answers), check_invariants=True).coalesce()
    rows, columns = counted.indices()
    values = torch.log1p(counted.values()) * salience(questions, words)[rows]
    lengths = torch.zeros(answers).index_add_(0, columns, values**2).sqrt().clamp(min=math.exp(-20))
    return torch.sparse_coo_tensor(
        counted.indices(), values / lengths[columns], (words, answers), check_invariants=True
    ).coalesce()
