import type { Product } from '../providers/generated/operations.js';

/** The facts that make a snippet right as it stands; the key stays in the environment, never in the text. */
export interface SnippetPlace {
  readonly baseUrl: string;
  readonly product: Pick<Product, 'productId' | 'name' | 'type'>;
}

/** The event that the snippets send: the canonical form, with this company's own product. */
export function firstEvent({ product }: SnippetPlace) {
  return {
    event_name: 'FIRST_API_CALL',
    developer_id: 'dev_123',
    account_domain: 'customer.example',
    product: { id: product.productId, name: product.name, type: product.type },
    context: { attribution: { campaignId: 'spring-launch', source: 'docs' } },
    idempotencyKey: `first-call-${product.productId}`,
  };
}

type TrackPath = '/api/usage/track' | '/api/usage/track/dry-run';

/** A command line that sends an event; the key is the environment's. */
export function curlOf(baseUrl: string, path: TrackPath, event: object): string {
  const body = JSON.stringify(event, null, 2).replaceAll("'", "'\\''");
  return `curl -sS ${baseUrl}${path} \\
  -H "Authorization: Bearer $SERVICE_ADOPTION_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
}

/** The first event as a command line; with the dry-run path it validates and stores nothing. */
export const curl = (place: SnippetPlace, path: TrackPath): string => curlOf(place.baseUrl, path, firstEvent(place));

/** A Node function for the server that answers the call; only tracked: true is proof of storage. */
const node = (
  place: SnippetPlace,
): string => `export async function trackFirstCall(developerId, accountDomain, callId) {
  const response = await fetch('${place.baseUrl}/api/usage/track', {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.SERVICE_ADOPTION_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      event_name: 'FIRST_API_CALL',
      developer_id: developerId,
      account_domain: accountDomain,
      product: ${literal(place)},
      occurredAt: new Date().toISOString(),
      idempotencyKey: callId, // the same for every retry of the same event
    }),
  });
  const answer = await response.json();
  if (!answer.tracked && !answer.ignored) throw new Error(\`\${answer.code}: \${answer.detail}\`);
  return answer;
}`;

const python = (place: SnippetPlace): string => `import json, os, urllib.request
from datetime import datetime, timezone

def track_first_call(developer_id, account_domain, call_id):
    event = {
        "event_name": "FIRST_API_CALL",
        "developer_id": developer_id,
        "account_domain": account_domain,
        "product": ${literal(place, '"')},
        "occurredAt": datetime.now(timezone.utc).isoformat(),
        "idempotencyKey": call_id,  # the same for every retry of the same event
    }
    request = urllib.request.Request(
        "${place.baseUrl}/api/usage/track",
        data=json.dumps(event).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['SERVICE_ADOPTION_KEY']}",
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)  # only "tracked": true is proof of storage`;

const go = (place: SnippetPlace): string => `package adoption

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

// TrackFirstCall reports a developer's first call; callID is the same for every retry of the same event.
func TrackFirstCall(developerID, accountDomain, callID string) error {
	body, err := json.Marshal(map[string]any{
		"event_name":     "FIRST_API_CALL",
		"developer_id":   developerID,
		"account_domain": accountDomain,
		"product":        map[string]string${literal(place, '"').replace('{ ', '{').replace(' }', '}')},
		"occurredAt":     time.Now().UTC().Format(time.RFC3339),
		"idempotencyKey": callID,
	})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, "${place.baseUrl}/api/usage/track", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SERVICE_ADOPTION_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct{ Tracked, Ignored bool }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if !answer.Tracked && !answer.Ignored { // only tracked: true is proof of storage
		return fmt.Errorf("the event was not stored: %s", response.Status)
	}
	return nil
}`;

/** A destination function of a CDP: the envelope is mapped in it, since we take the canonical form only. */
const cdp = (place: SnippetPlace): string => `// Settings of the function: adoptionKey (secret)
async function onTrack(event, settings) {
  if (!event.userId) return; // an anonymous call is no event
  const campaign = event.context?.campaign;
  const response = await fetch('${place.baseUrl}/api/usage/track', {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${settings.adoptionKey}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      event_name: event.event.toUpperCase().replace(/[^A-Z0-9]+/g, '_'),
      event_family: 'activation', // required for names of your own; leave it out for ours
      developer_id: event.userId,
      product: ${literal(place)},
      context: campaign && { attribution: { campaignId: campaign.id ?? campaign.name, source: campaign.source } },
      occurredAt: event.timestamp,
      idempotencyKey: event.messageId,
    }),
  });
  if (response.status === 429 || response.status >= 500) throw new RetryError(\`adoption: \${response.status}\`);
  if (!response.ok) throw new ValidationError(await response.text());
}`;

function literal({ product }: SnippetPlace, quote = "'"): string {
  const text = (value: string) => (quote === '"' ? JSON.stringify(value) : `'${value.replace(/[\\']/g, '\\$&')}'`);
  const name = (key: string) => (quote === '"' ? `"${key}"` : key);
  const members = Object.entries({ id: product.productId, name: product.name, type: product.type });
  return `{ ${members.map(([key, value]) => `${name(key)}: ${text(value)}`).join(', ')} }`;
}

/** The snippets in the order in which they are offered. */
export const SNIPPETS: readonly (readonly [language: string, write: (place: SnippetPlace) => string])[] = [
  ['curl', (place) => curl(place, '/api/usage/track')],
  ['Node', node],
  ['Python', python],
  ['Go', go],
  ['CDP function', cdp],
];
