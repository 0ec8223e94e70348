import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { CampaignTable } from '../adoption/CampaignTable.js';
import { ALL_FIGURES, FigureList } from '../adoption/FigureList.js';
import { FunnelTable } from '../adoption/FunnelTable.js';
import { RetentionTable } from '../adoption/RetentionTable.js';
import { ToolCallTable } from '../adoption/ToolCallTable.js';
import { CopyButton } from '../components/CopyButton.js';
import { Empty } from '../components/Empty.js';
import { Page, Section } from '../components/Page.js';
import type { Report } from '../providers/data.enterprise.js';
import { useOrganization } from '../workspace/organization.js';
import { AccountTable } from './AccountTable.js';
import { GradeTable } from './GradeTable.js';
import { LeftOut } from './LeftOut.js';
import { Provenance } from './Provenance.js';
import { ReceiptTable } from './ReceiptTable.js';
import { ReportAnswer } from './ReportAnswer.js';
import { ReportControls } from './ReportControls.js';
import { ReportHead } from './ReportHead.js';
import { SentNotice } from './SentNotice.js';
import { SourceTable } from './SourceTable.js';
import { UnknownList } from './UnknownList.js';
import { useReport, useReportQuestion, wholeOf } from './useReport.js';

/** The report of one product in closed days: to read, to print, and to send as a link. */
export function ReportPage() {
  const { organization } = useOrganization();
  const question = useReportQuestion();
  const query = useReport(question.product?.productId, question.days);
  const report = wholeOf(query.data?.pages ?? []);
  return (
    <Page title="Report" where={organization.name} action={report && <ReportActs report={report} />}>
      <ReportControls question={question} choosesDays />
      <ReportAnswer
        question={question}
        query={{ error: query.isFetchNextPageError ? null : query.error, refetch: query.refetch }}
        answer={report}
        what="report"
      >
        {(found) => (
          <>
            <SentNotice report={found} sentAsOf={question.sentAsOf} onClose={question.forgetSent} />
            <ReportHead report={found} />
            {found.label === 'missing' ? <NoEvents /> : <Numbers report={found} />}
            <UnknownList
              title="What is not known, and why"
              nulls={found.nulls}
              gradeIds={found.grades.map(({ id }) => id)}
            />
            <LeftOut leftOut={found.leftOut} query={query} />
            <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
              Audit receipt <code>{found.auditReceiptId}</code>
            </Box>
          </>
        )}
      </ReportAnswer>
    </Page>
  );
}

/** The acts on a report: its address says product, days and the moment that it is of. */
function ReportActs({ report: { scope, window, asOf } }: { report: Report }) {
  const { to } = useOrganization();
  const [base = ''] = location.href.split('#');
  const search = new URLSearchParams({ product: scope.productId, period: String(window.days), asOf });
  return (
    <Box data-screen sx={{ display: 'flex', gap: 2 }}>
      <CopyButton text={`${base}#${to('/reports')}?${search}`} what="link to this report" label="Copy link" />
      <Button size="small" variant="outlined" startIcon={<PrintIcon />} onClick={() => print()}>
        Print
      </Button>
    </Box>
  );
}

function NoEvents() {
  const { to } = useOrganization();
  return (
    <Box data-screen sx={{ mb: 8 }}>
      <Empty
        action={
          <Button component={Link} to={to('/start')} variant="contained">
            Get started
          </Button>
        }
      >
        No event of your servers counts in these days, so there is no number to report. They show here on the day after
        the first one.
      </Empty>
    </Box>
  );
}

/** Every part says its label and its days, so that it can be shown alone. */
function Numbers({ report }: { report: Report }) {
  const aside = <Provenance label={report.label} window={report.window} />;
  return (
    <>
      <GradeTable grades={report.grades} totals={report.totals} aside={aside} />
      <Section title="In numbers" aside={aside}>
        <FigureList
          names={ALL_FIGURES}
          totals={report.totals}
          previous={report.previous}
          nulls={report.nulls}
          days={report.window.days}
          isOpen={false}
        />
      </Section>
      <FunnelTable funnel={report.funnel} aside={aside} />
      <AccountTable report={report} aside={aside} />
      <CampaignTable campaigns={report.campaigns} aside={aside} />
      <RetentionTable view={report} aside={aside} />
      <ToolCallTable toolCalls={report.toolCalls} aside={aside} />
      <ReceiptTable report={report} aside={aside} />
      <SourceTable report={report} />
    </>
  );
}
