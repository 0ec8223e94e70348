import Box from '@mui/material/Box';
import { addressOf } from '../components/address.js';
import { Fact, Facts } from '../components/Facts.js';
import { OutLink } from '../components/OutLink.js';

interface FaceProps {
  readonly description: string | null;
  readonly url: string | null;
  readonly repositoryUrl: string | null;
}

/** The content of a project below its summary: text as it was written, and the addresses of its links. */
export function ProjectFace({ description, url, repositoryUrl }: FaceProps) {
  if (!description && !url && !repositoryUrl) return null;
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, maxWidth: 720, overflowWrap: 'anywhere' }}
    >
      {description && <Box sx={{ whiteSpace: 'pre-wrap' }}>{description}</Box>}
      {(url || repositoryUrl) && (
        <Facts>
          {url && (
            <Fact label="Website">
              <HostLink url={url} />
            </Fact>
          )}
          {repositoryUrl && (
            <Fact label="Code">
              <HostLink url={repositoryUrl} />
            </Fact>
          )}
        </Facts>
      )}
    </Box>
  );
}

/** Another user's link: it is called what it leads to, its host as the browser reads it, and we don't vouch for it. */
function HostLink({ url }: { url: string }) {
  const { href } = new URL(url);
  return (
    <OutLink to={href} title={href} nofollow>
      {addressOf(href)}
    </OutLink>
  );
}
