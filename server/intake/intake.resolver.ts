import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
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
  provisionIntake,
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

  @Query(() => types.IntakeStatus)
  intakeSubmission(
    @Args(() => types.IntakeReceiptArgs) args: types.IntakeReceiptArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeStatus> {
    return readSubmission(ctx, args);
  }

  @Mutation(() => types.IntakeStatus, { nullable: true })
  withdrawIntake(
    @Args(() => types.IntakeReceiptArgs) args: types.IntakeReceiptArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeStatus> {
    return withdrawIntake(ctx, args);
  }

  @Query(() => types.IntakeContactLink)
  intakeContactLink(
    @Args(() => types.VerifyIntakeContactArgs) args: types.VerifyIntakeContactArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeContactLink> {
    return readContactLink(ctx, args);
  }

  @Mutation(() => types.IntakeContactLink, { nullable: true })
  verifyIntakeContact(
    @Args(() => types.VerifyIntakeContactArgs) args: types.VerifyIntakeContactArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<types.IntakeContactLink> {
    return verifyContact(ctx, args);
  }

  @Mutation(() => types.IntakeStatus, { nullable: true })
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

  @Query(() => hackathons.HackathonAnswer)
  hackathon(
    @Args(() => hackathons.HackathonArgs) args: hackathons.HackathonArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonAnswer> {
    return readHackathon(ctx, args);
  }

  @Mutation(() => hackathons.ListedPassport, { nullable: true })
  setHackathonListed(
    @Arg('input', () => hackathons.SetHackathonListedInput) input: hackathons.SetHackathonListedInput,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.ListedPassport> {
    return setHackathonListed(ctx, input);
  }

  @Query(() => hackathons.HackathonList)
  hackathons(
    @Args(() => hackathons.HackathonsArgs) args: hackathons.HackathonsArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonList> {
    return listHackathons(ctx, args);
  }

  @Query(() => hackathons.HackathonEntries)
  projectHackathons(
    @Args(() => hackathons.ProjectHackathonsArgs) args: hackathons.ProjectHackathonsArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonEntries> {
    return readProjectHackathons(ctx, args);
  }

  @Mutation(() => hackathons.HackathonEntries, { nullable: true })
  enterHackathon(
    @Args(() => hackathons.HackathonEntryArgs) args: hackathons.HackathonEntryArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonEntries> {
    return enterHackathon(ctx, args);
  }

  @Mutation(() => hackathons.HackathonEntries, { nullable: true })
  leaveHackathon(
    @Args(() => hackathons.HackathonEntryArgs) args: hackathons.HackathonEntryArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<hackathons.HackathonEntries> {
    return leaveHackathon(ctx, args);
  }

  @Query(() => IntakeQueue)
  intakeQueue(@Args(() => IntakeQueueArgs) args: IntakeQueueArgs, @Ctx() ctx: IntakeContext): Promise<IntakeQueue> {
    return listQueue(ctx, args);
  }

  @Query(() => IntakeItem)
  intakeItem(
    @Args(() => decisions.IntakeItemArgs) args: decisions.IntakeItemArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return readItem(ctx, args);
  }

  @Mutation(() => IntakeDomainState, { nullable: true })
  checkIntakeDomain(
    @Args(() => decisions.IntakeItemArgs) args: decisions.IntakeItemArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeDomainState> {
    return checkIntakeDomain(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true })
  assignIntake(
    @Args(() => decisions.AssignIntakeArgs) args: decisions.AssignIntakeArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return assignIntake(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true })
  requestIntakeChanges(
    @Args(() => decisions.IntakeReasonArgs) args: decisions.IntakeReasonArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return requestIntakeChanges(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true })
  rejectIntake(
    @Args(() => decisions.IntakeReasonArgs) args: decisions.IntakeReasonArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return rejectIntake(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true })
  approveIntake(
    @Args(() => decisions.IntakeDecisionArgs) args: decisions.IntakeDecisionArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return approveIntake(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true })
  provisionIntake(
    @Args(() => decisions.IntakeDecisionArgs) args: decisions.IntakeDecisionArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return provisionIntake(ctx, args);
  }

  @Mutation(() => [decisions.IntakeApproval], { nullable: true })
  approveIntakes(
    @Args(() => decisions.ApproveIntakesArgs) args: decisions.ApproveIntakesArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<decisions.IntakeApproval[]> {
    return approveIntakes(ctx, args);
  }

  @Mutation(() => IntakeItem, { nullable: true })
  commentIntake(
    @Args(() => decisions.CommentIntakeArgs) args: decisions.CommentIntakeArgs,
    @Ctx() ctx: IntakeContext,
  ): Promise<IntakeItem> {
    return commentIntake(ctx, args);
  }
}

/** The input without the classes that GraphQL put it into. */
const asSent = <T>(input: T): T => JSON.parse(JSON.stringify(input));
