"""What whoever runs a project does: found it, change it, see its results, carry them away."""
