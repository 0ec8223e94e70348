"""Sends one event and prints what became of it."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from dai import Client  # noqa: E402

client = Client(
    url=os.environ.get("DAI_API_URL", "http://127.0.0.1:4000"),
    key=os.environ.get("SERVICE_ADOPTION_KEY", ""),
    product={"id": os.environ.get("PRODUCT_ID", "orders-api"), "name": "Orders API", "type": "api"},
)
# Id and time of a record of your own: they are the same however often it is sent.
call = {"id": "orders-api:first-call:developer-42", "at": "2026-11-27T09:30:00Z"}
client.track(
    {
        "event_name": "FIRST_API_CALL",
        "developer_id": "developer-42",
        "account_domain": "customer.example",
        "occurredAt": call["at"],
        "idempotencyKey": call["id"],
    }
)
print(json.dumps(client.close()))
