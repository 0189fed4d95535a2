"""How much each word matters to an answer of a guesser that is being fitted: gradient x vector, by autograd."""

import torch
from torch import Tensor

from stumper.models.dan import Dan
from stumper.models.gru import Gru


def word_gradients(model: Dan | Gru, ids: Tensor, answer: int) -> Tensor:
    """For each word of one question, [words], what its vector adds to the answer's log probability, to first order.

    The model is as it is when it guesses, without dropout, and stays as it was.
    """
    was_training = model.training
    model.eval()
    try:
        vectors = model.words(ids).detach().requires_grad_()
        weights = model.salience[ids].exp().detach()
        scores = _scores(model, vectors, weights)
        [slopes] = torch.autograd.grad(scores.log_softmax(-1)[answer], vectors)
    finally:
        model.train(was_training)
    return (slopes * vectors).sum(-1).detach()


def _scores(model: Dan | Gru, vectors: Tensor, weights: Tensor) -> Tensor:
    if isinstance(model, Dan):
        return model.scores((weights[:, None] * vectors).sum(0, keepdim=True) / weights.norm())[0]
    return model.scores(vectors[None], weights[None], torch.tensor([len(vectors)]))[0]
