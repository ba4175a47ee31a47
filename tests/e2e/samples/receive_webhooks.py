"""Receives webhooks on a port and reads missing events from the feed at start.

Environment: PORT, DATABASE (a file), SECRETS_FILE (a signing secret per line), and for the feed
OUTREACH_URL, OUTREACH_API_KEY and WEBHOOK_ID.
"""

import json
import os
import sqlite3
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

FEED_TIMEOUT_SECONDS = 30
BODY_BYTES_MAX = 1_048_576


def connect():
    database = sqlite3.connect(os.environ["DATABASE"])
    database.execute("CREATE TABLE IF NOT EXISTS processed (id TEXT PRIMARY KEY)")
    database.execute("CREATE TABLE IF NOT EXISTS position (id INTEGER PRIMARY KEY, sequence INTEGER)")
    return database


def process_once(event):
    """Processes an event in the transaction that stores its id: retries and replays have the same id."""
    database = connect()
    try:
        with database:
            database.execute("INSERT INTO processed (id) VALUES (?)", (event["id"],))
            print("processed", event["type"], event["data"].get("id"), flush=True)
    except sqlite3.IntegrityError:
        pass
    finally:
        database.close()


def verify(body, headers):
    """Verifies the body as it was received. Accepts the new and the previous secret during a rotation."""
    with open(os.environ["SECRETS_FILE"], encoding="utf-8") as file:
        secrets = file.read().split()
    for secret in secrets:
        try:
            return Webhook(secret).verify(body, headers)
        except WebhookVerificationError:
            continue
    return None


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 after the event is processed and 401 without a valid signature."""

    def do_POST(self):
        size = int(self.headers.get("Content-Length", 0))
        if size > BODY_BYTES_MAX:
            self.answer(413)
            return
        event = verify(self.rfile.read(size), dict(self.headers))
        if event is None:
            self.answer(401)
            return
        process_once(event)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments):
        """Logs nothing: a path may contain a secret."""


def heal():
    """Processes the events of the endpoint after the stored sequence, in their order, and stores the last one."""
    database = connect()
    row = database.execute("SELECT sequence FROM position").fetchone()
    last = 0 if row is None else row[0]
    query = {"webhook_id": os.environ["WEBHOOK_ID"], "after": last, "page_size": 500}
    while True:
        page = read_feed(query)
        for event in page["data"]:
            process_once(event)
            last = event["sequence"]
        with database:
            database.execute("INSERT OR REPLACE INTO position (id, sequence) VALUES (1, ?)", (last,))
        query["cursor"] = page["meta"]["next_cursor"]
        if query["cursor"] is None:
            break
    database.close()


def read_feed(query):
    url = f"{os.environ['OUTREACH_URL']}/api/v1/events/?{urllib.parse.urlencode(query)}"
    headers = {"Authorization": f"Bearer {os.environ['OUTREACH_API_KEY']}"}
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=FEED_TIMEOUT_SECONDS) as response:
        return json.load(response)


if __name__ == "__main__":
    if "WEBHOOK_ID" in os.environ:
        heal()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
    print("ready", flush=True)
    server.serve_forever()
