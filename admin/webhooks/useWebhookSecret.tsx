import { Code } from '../components/Code.js';
import { useShowSecret } from '../components/secret.js';

const VERIFY = (secret: string) => `import { Webhook } from 'standardwebhooks';

new Webhook('${secret}').verify(body, headers);`;

/** Shows the signing secret of a webhook once, with what checks a signature by it. */
export function useWebhookSecret() {
  const show = useShowSecret();
  return (secret: string, title: string): void =>
    show({
      title,
      secret,
      secretName: 'signing secret',
      stored: 'we keep it encrypted, to sign with',
      place: 'Put it where your receiver reads its secrets.',
      ready: <Code text={VERIFY(secret)} what="check of a signature" wrap />,
      readyTitle: 'Check what you receive',
    });
}
