import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { Waiting } from '../components/Waiting.js';
import { PlanRequired } from '../plan/PlanRequired.js';
import { problemOf } from '../providers/problem.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import type { useReportQuestion } from './useReport.js';

interface ReportAnswerProps<Answer> {
  readonly question: ReturnType<typeof useReportQuestion>;
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  readonly answer: Answer | undefined;
  readonly what: string;
  readonly children: (answer: Answer) => ReactNode;
}

/** Waiting, refused, failed or answered. Where the plan lacks it, nothing of an answer before stays. */
export function ReportAnswer<Answer>({ question, query, answer, what, children }: ReportAnswerProps<Answer>) {
  const { products, product } = question;
  const error = products.error ?? query.error;
  const retry = () => void (products.error ? products.refetch() : query.refetch());
  if (products.data && !product) return <NoProduct />;
  if (error && problemOf(error).code === 'PLAN_REQUIRED') return <PlanRequired />;
  return (
    <>
      {error ? <ProblemNotice problem={problemOf(error)} retry={retry} /> : null}
      {answer !== undefined && children(answer)}
      {answer === undefined && !error && <Waiting what={what} rows={12} />}
    </>
  );
}

function NoProduct() {
  const { to } = useOrganization();
  const create = useMayChange() && (
    <Button component={Link} to={to('/products/create')} variant="contained">
      Create product
    </Button>
  );
  return <Empty action={create}>A report is about one product. It shows here once there is one.</Empty>;
}
