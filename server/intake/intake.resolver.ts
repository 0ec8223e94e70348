import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import * as background from './background.types.js';
import * as decisions from './decision.types.js';
import * as hackathons from './hackathon.types.js';
import type { IntakeContext } from './intake.context.js';
import {
  enterHackathon,
  leaveHackathon,
  listHackathons,
  readHackathon,
  readProjectHackathons,
  setHackathonListed,
} from './publication/index.js';
import { IntakeQueue, IntakeQueueArgs } from './queue.types.js';
import {
  approveIntake,
  approveIntakes,
  assignIntake,
  checkIntakeDomain,
  commentIntake,
  listQueue,
  markIntakeSpam,
  openEvidence,
  provisionIntake,
  readBackground,
  readItem,
  rejectIntake,
  requestIntakeChanges,
} from './review/index.js';
import { IntakeDomainState, IntakeItem } from './review.types.js';
import * as types from './submission.types.js';
import {
  previewSubmission,
  readContactLink,
  readSubmission,
  requestLinks,
  sendContactLetterAgain,
  submitIntake,
  verifyContact,
  withdrawIntake,
} from './submissions/index.js';

/** Binds intake's operations to the schema; every rule stands on the operation. */
@Resolver()
export class IntakeResolver {
  @Mutation(() => types.IntakeStatus, {
    nullable: true,
    description: 'Takes a submission from anyone; with the receipt of an earlier one, its changed form.',
  })
  submitIntake(
    @Arg('input', () => types.SubmitIntakeInput) input: types.SubmitIntakeInput,
    @Arg('receipt', () => String, { nullable: true }) receipt: string | null,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeStatus> {
    return submitIntake(ctx, { input: asSent(input), receipt });
  }

  @Query(() => types.IntakePreview, {
    description: 'What the rules find in a submission before it is made, and the form that these values fill in.',
  })
  previewIntake(
    @Args(() => types.PreviewIntakeArgs) args: types.PreviewIntakeArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakePreview> {
    return previewSubmission(ctx, asSent(args));
  }

  @Query(() => types.IntakeStatus, { description: 'State of a submission, by its receipt.' })
  intakeSubmission(
    @Args(() => types.IntakeReceiptArgs) args: types.IntakeReceiptArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeStatus> {
    return readSubmission(ctx, args);
  }

  @Mutation(() => types.IntakeStatus, { nullable: true, description: 'Takes back a submission, by its receipt.' })
  withdrawIntake(
    @Args(() => types.IntakeReceiptArgs) args: types.IntakeReceiptArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeStatus> {
    return withdrawIntake(ctx, args);
  }

  @Query(() => types.IntakeContactLink, { description: 'The submission behind a link of its letter.' })
  intakeContactLink(
    @Args(() => types.VerifyIntakeContactArgs) args: types.VerifyIntakeContactArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeContactLink> {
    return readContactLink(ctx, args);
  }

  @Mutation(() => types.IntakeContactLink, {
    nullable: true,
    description: "Confirms the contact's address by the token of the letter.",
  })
  verifyIntakeContact(
    @Args(() => types.VerifyIntakeContactArgs) args: types.VerifyIntakeContactArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeContactLink> {
    return verifyContact(ctx, args);
  }

  @Mutation(() => types.IntakeStatus, { nullable: true, description: 'Sends the contact a new link.' })
  sendIntakeContactLetter(
    @Args(() => types.IntakeReceiptArgs) args: types.IntakeReceiptArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeStatus> {
    return sendContactLetterAgain(ctx, args);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description:
      'Sends links to the submissions of a contact to its address; the answer is the same for every address.',
  })
  requestIntakeLinks(
    @Args(() => types.RequestIntakeLinksArgs) args: types.RequestIntakeLinksArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<boolean> {
    return requestLinks(ctx, args);
  }

  @Query(() => hackathons.HackathonAnswer, { description: 'A published hackathon with sponsors and rules.' })
  hackathon(
    @Args(() => hackathons.HackathonArgs) args: hackathons.HackathonArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonAnswer> {
    return readHackathon(ctx, args);
  }

  @Mutation(() => hackathons.ListedPassport, {
    nullable: true,
    description: 'Shows a hackathon to the public or hides it.',
  })
  setHackathonListed(
    @Arg('input', () => hackathons.SetHackathonListedInput) input: hackathons.SetHackathonListedInput,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.ListedPassport> {
    return setHackathonListed(ctx, input);
  }

  @Query(() => hackathons.HackathonList, { description: 'Published hackathons.' })
  hackathons(
    @Args(() => hackathons.HackathonsArgs) args: hackathons.HackathonsArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonList> {
    return listHackathons(ctx, args);
  }

  @Query(() => hackathons.HackathonEntries, { description: 'Hackathons that a project was entered in.' })
  projectHackathons(
    @Args(() => hackathons.ProjectHackathonsArgs) args: hackathons.ProjectHackathonsArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonEntries> {
    return readProjectHackathons(ctx, args);
  }

  @Mutation(() => hackathons.HackathonEntries, {
    nullable: true,
    description: 'Enters a published project in a hackathon, until projects are due.',
  })
  enterHackathon(
    @Args(() => hackathons.HackathonEntryArgs) args: hackathons.HackathonEntryArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonEntries> {
    return enterHackathon(ctx, args);
  }

  @Mutation(() => hackathons.HackathonEntries, { nullable: true, description: "Takes a project's entry back." })
  leaveHackathon(
    @Args(() => hackathons.HackathonEntryArgs) args: hackathons.HackathonEntryArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonEntries> {
    return leaveHackathon(ctx, args);
  }

  @Query(() => IntakeQueue, { description: 'Submissions to review.' })
  intakeQueue(@Args(() => IntakeQueueArgs) args: IntakeQueueArgs, @Ctx() ctx: IntakeContext): Promise<IntakeQueue> {
    return listQueue(ctx, args);
  }

  @Query(() => IntakeItem, { description: 'A submission with checks, draft and history, for reviewers.' })
  intakeItem(
    @Args(() => decisions.IntakeItemArgs) args: decisions.IntakeItemArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return readItem(ctx, args);
  }

  @Query(() => background.IntakeBackground, {
    description:
      'The last request for changes with what has changed since, and earlier decisions about the vendor or the contact.',
  })
  intakeBackground(
    @Args(() => decisions.IntakeItemArgs) args: decisions.IntakeItemArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<background.IntakeBackground> {
    return readBackground(ctx, args);
  }

  @Mutation(() => background.IntakeEvidence, {
    nullable: true,
    description:
      'Reads the text of a page that a submission names. It is for the reviewer, and nothing of it is stored.',
  })
  openIntakeEvidence(
    @Args(() => background.IntakeEvidenceArgs) args: background.IntakeEvidenceArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<background.IntakeEvidence> {
    return openEvidence(ctx, args);
  }

  @Mutation(() => IntakeItem, {
    nullable: true,
    description: 'Ends a submission as spam before its contact has confirmed the address; no letter is sent.',
  })
  markIntakeSpam(
    @Args(() => background.IntakeDiscardArgs) args: background.IntakeDiscardArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return markIntakeSpam(ctx, args);
  }

  @Mutation(() => IntakeDomainState, {
    nullable: true,
    description: "Looks for the TXT record of a submission's domain; the answer is not stored.",
  })
  checkIntakeDomain(
    @Args(() => decisions.IntakeItemArgs) args: decisions.IntakeItemArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeDomainState> {
    return checkIntakeDomain(ctx, args);
  }

  @Mutation(() => IntakeItem, {
    nullable: true,
    description: 'Takes a submission, gives it to another reviewer, or gives it back.',
  })
  assignIntake(
    @Args(() => decisions.AssignIntakeArgs) args: decisions.AssignIntakeArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return assignIntake(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true, description: 'Asks the sender for another revision.' })
  requestIntakeChanges(
    @Args(() => decisions.IntakeReasonArgs) args: decisions.IntakeReasonArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return requestIntakeChanges(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true, description: 'Ends a submission with a reason for its sender.' })
  rejectIntake(
    @Args(() => decisions.IntakeReasonArgs) args: decisions.IntakeReasonArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return rejectIntake(ctx, args);
  }

  @Mutation(() => IntakeItem, {
    nullable: true,
    description: 'Writes exactly the records of the draft that the reviewer has seen.',
  })
  approveIntake(
    @Args(() => decisions.IntakeDecisionArgs) args: decisions.IntakeDecisionArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return approveIntake(ctx, args);
  }

  @Mutation(() => IntakeItem, {
    nullable: true,
    description: "Sets up what another reviewer approved, or publishes what names another's tool.",
  })
  provisionIntake(
    @Args(() => decisions.IntakeDecisionArgs) args: decisions.IntakeDecisionArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return provisionIntake(ctx, args);
  }

  @Mutation(() => [decisions.IntakeApproval], {
    nullable: true,
    description: 'Approves several submissions of one kind whose checks all pass.',
  })
  approveIntakes(
    @Args(() => decisions.ApproveIntakesArgs) args: decisions.ApproveIntakesArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<decisions.IntakeApproval[]> {
    return approveIntakes(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true, description: 'Leaves a remark for other reviewers.' })
  commentIntake(
    @Args(() => decisions.CommentIntakeArgs) args: decisions.CommentIntakeArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return commentIntake(ctx, args);
  }
}

/** The input without the classes that GraphQL put it into. */
const asSent = <T>(input: T): T => JSON.parse(JSON.stringify(input));
