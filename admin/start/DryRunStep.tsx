import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Code } from '../components/Code.js';
import { Fact, Facts } from '../components/Facts.js';
import { curl, firstEvent, type SnippetPlace } from './snippets.js';

/** The rehearsal: the same event against the path that stores nothing, and what its answer should say. */
export function DryRunStep({ place }: { place: SnippetPlace }) {
  const event = firstEvent(place);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Typography>
        Run this where your key is. The answer is <code>accepted: true</code> with a mapping. A dry-run writes nothing,
        not even a mark here: this step ticks together with the first stored event.
      </Typography>
      <Code text={curl(place, '/api/usage/track/dry-run')} what="dry-run command" />
      <div>
        <Typography variant="h3" sx={{ mb: 2 }}>
          What the mapping should say
        </Typography>
        <Facts>
          <Fact label="/event_name">
            <code>{event.event_name}</code> → event <strong>FIRST_API_CALL</strong>, family <strong>activation</strong>{' '}
            from the catalog
          </Fact>
          <Fact label="/developer_id">
            <code>{event.developer_id}</code> → developer
          </Fact>
          <Fact label="/account_domain">
            <code>{event.account_domain}</code> → account, <strong>new</strong> until an event of it is stored
          </Fact>
          <Fact label="/product/id">
            <code>{event.product.id}</code> → product <strong>{place.product.name}</strong>, registered
          </Fact>
          <Fact label="/context">
            <code>{event.context.attribution.campaignId}</code> → campaign, <strong>new</strong>
          </Fact>
        </Facts>
      </div>
    </Box>
  );
}
