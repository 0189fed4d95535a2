"""What people do, without a browser: accounts, projects, queues of work, edits, votes, judgements, answers."""
