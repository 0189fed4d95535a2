"""What the pages of accounts say."""

WORDS: dict[str, str] = {
    # logging in
    "account.log_in.title": "Log in",
    "account.log_in.new": "No account yet? You get one with an invitation: open the link that you were sent.",
    "account.log_in.forgotten": "Forgot your password? Ask whoever runs this server for a link to set a new one.",
    "account.name": "Name",
    "account.password": "Password",
    # joining
    "account.join.title": "Join {project}",
    "account.join.server": "this server",
    "account.join.as.author": "You are invited as an author: you write texts that a model gets wrong.",
    "account.join.as.annotator": "You are invited as an annotator: you mend, judge or answer what you are shown.",
    "account.join.as.player": "You are invited as a player: you answer questions.",
    "account.join.as.moderator": "You are invited as a moderator: you follow the work and settle disagreements.",
    "account.join.as.administrator": (
        "You are invited as an administrator of the project: you decide about its settings and its people."
    ),
    "account.join.as.server": (
        "You are invited as an administrator of this server: you make projects, invite people, and see everything."
    ),
    "account.join.closed": "This project is closed: no more work is handed out in it.",
    "account.join.you": "You are logged in as {name}.",
    "account.join.button": "Join",
    "account.join.button_as": "Join as {name}",
    "account.join.other": "Not {name}?",
    "account.join.log_in": "Log in as somebody else",
    "account.join.have": "You have an account already?",
    "account.join.have_log_in": "Log in and join with it",
    "account.join.name_hint": "What others see and what you log in with. It need not be your real name.",
    "account.password_hint": "At least {n} characters. A few words that you will remember do well.",
    "account.privacy": (
        "Kept of you: this name, what you write and say here, and when. You can have a copy of it, and erase it, on "
        "your account's page at any time."
    ),
    # a forgotten password
    "account.new_password.title": "Set a new password",
    "account.new_password.about": "For the account of {name}. You are logged out everywhere else, and your tokens end.",
    "account.new_password.new": "New password",
    "account.new_password.button": "Set the password and log in",
    # one's account
    "account.title": "Your account",
    "account.about": "You are {name}, here since {date}.",
    "account.about_administrator": "You are {name}, an administrator of this server, here since {date}.",
    "account.done.password": "Your new password is set. You are logged out everywhere but here, and your tokens ended.",
    "account.done.listed": "Leaderboards show you from now on.",
    "account.done.unlisted": "Leaderboards no longer show you.",
    "account.done.revoked": "The token no longer works.",
    "account.change.title": "Password",
    "account.change.none": "You have no password yet: you came by a link. Set one, so that you can log in again.",
    "account.change.current": "Current password",
    "account.change.new": "New password",
    "account.change.button": "Change the password",
    "account.change.button_first": "Set the password",
    "account.listed.title": "Leaderboards",
    "account.listed.yes": "You are shown with your name on the leaderboards of your projects.",
    "account.listed.no": "You are not shown on leaderboards.",
    "account.listed.show": "Show me",
    "account.listed.hide": "Do not show me",
    "account.tokens.title": "Tokens for programs",
    "account.tokens.about": "A program that shows one of your tokens acts as you, as far as the token goes and until "
    "it ends.",
    "account.tokens.api": "What programs can do",
    "account.tokens.none": "You have no tokens.",
    "account.tokens.name": "Name",
    "account.tokens.made": "made {date}",
    "account.tokens.opens": "May",
    "account.tokens.used": "Last used",
    "account.tokens.ends": "Ends",
    "account.tokens.ended": "ended {date}",
    "account.tokens.opens_what": "What may the program do?",
    "account.tokens.scope.read": "Read: see what you may see, and change nothing.",
    "account.tokens.scope.work": "Work: also write, mend, check, judge, answer and play.",
    "account.tokens.scope.manage": "Manage: all that you may do, with projects, people and matches.",
    "account.tokens.lasts": "For how long?",
    "account.tokens.days": "{n} days",
    "account.tokens.never": "never",
    "account.tokens.revoke": "Revoke",
    "account.tokens.revoke_named": "Revoke the token {name}",
    "account.tokens.for": "What is the token for?",
    "account.tokens.make": "Make a token",
    "account.tokens.new": "Your new token",
    "account.copy": "Copy",
    "js.account.copied": "Copied",
    "account.action": "What you can do",
    "account.tokens.once": "Copy it now: it is shown only this once. Whoever has it can act as you, as far as it goes.",
    "account.sessions.title": "Where you are logged in",
    "account.sessions.about": "You stay logged in for 30 days. Left a browser somewhere? Log out of all "
    "at once; your tokens end, too.",
    "account.sessions.button": "Log out everywhere",
    "account.data.title": "Your data",
    "account.data.about": "All that is kept of you, in one file (JSON): your account, your work, your judgements.",
    "account.data.button": "Download my data",
    "account.erase.title": "Erase your account",
    "account.erase.about": (
        "Your name, password, tokens, memberships, drafts, edit logs and reasons are erased for good. What you "
        "submitted, judged and played stays, under the name “{name}”, as others' results rest on it. Projects that "
        "only you administer go to the administrators of this server."
    ),
    "account.erase.download": "You cannot come back to this account: download your data first, if you want it.",
    "account.erase.password": "Your password, to confirm",
    "account.erase.name": "Your name, to confirm",
    "account.erase.button": "Erase my account for good",
    "account.erase.wrong_name": "That is not your name, so nothing was erased. Write {name} to confirm.",
    "account.erased.title": "Your account is erased",
    "account.erased.about": "Nobody can log in to it any longer. Thank you for your work.",
    # everybody on the server
    "account.people.title": "People",
    "account.people.about": "Everybody with an account on this server. Who does what is decided in each project.",
    "account.people.name": "Name",
    "account.people.since": "Since",
    "account.people.role": "Role",
    "account.people.administrator": "administrator",
    "account.people.you": "you",
    "account.people.invite.title": "Another administrator",
    "account.people.invite.about": "An administrator makes projects, invites people, and sees everything.",
    "account.people.invite.button": "Make a link",
    "account.people.invite.made": "A link for a new administrator",
    "account.people.invite.made_about": (
        "Whoever opens it first, within 7 days, becomes an administrator of this server. Copy it now: it is shown "
        "only this once."
    ),
    "account.people.open.title": "Links that are still open",
    "account.people.open.made": "Made",
    "account.people.open.until": "Until",
    "account.people.open.withdraw": "Withdraw",
    "account.people.open.withdraw_of": "Withdraw the link made on {date}",
    "account.people.done.withdrawn": "The link no longer works.",
    "account.people.done.erased": "The account is erased.",
    # one person, for administrators
    "account.person.title": "{name}",
    "account.person.about": "Here since {date}.",
    "account.person.about_administrator": "An administrator of this server, here since {date}.",
    "account.person.projects": "Projects",
    "account.person.no_projects": "{name} is in no project.",
    "account.person.everywhere": "An administrator of this server is in every project.",
    "account.person.password": "A forgotten password",
    "account.person.password_about": (
        "A link by which {name} sets a new password. It works once, within 3 days, and not after a change of the "
        "password."
    ),
    "account.person.password_button": "Make a link",
    "account.person.link": "A link for {name}",
    "account.person.link_about": "Send it to {name} alone: whoever opens it sets the password of the account.",
    "account.person.administrator": "Administrator of the server",
    "account.person.raise_about": "An administrator makes projects, invites people, and sees everything.",
    "account.person.raise": "Make {name} an administrator",
    "account.person.lower": "{name} is no longer an administrator",
    "account.person.data": "Data",
    "account.person.data_about": "All that is kept of {name}, in one file (JSON), if they ask you for it.",
    "account.person.data_button": "Download the data of {name}",
    "account.person.erase": "Erase the account",
    "account.person.erase_about": (
        "Name, password, tokens, memberships, drafts, edit logs and reasons are erased for good. What {name} submitted "
        "and judged stays, under the name “{nobody}”. Projects that only they administer go to the administrators of "
        "this server. Everybody can erase their own account, too."
    ),
    "account.person.erase_name": "The name, to confirm",
    "account.person.erase_button": "Erase the account for good",
    "account.person.wrong_name": "That is not the name, so nothing was erased. Write {name} to confirm.",
    "account.person.own": "This is your own account: erase it on your account's page.",
    "account.person.own_link": "Your account",
    "account.person.done.raised": "{name} is an administrator of this server now.",
    "account.person.done.lowered": "{name} is no longer an administrator of this server.",
    # roles
    "account.role.author": "author",
    "account.role.annotator": "annotator",
    "account.role.player": "player",
    "account.role.moderator": "moderator",
    "account.role.administrator": "administrator",
}
