export type {
  BounceClass,
  BounceReported,
  BounceType,
  Clicked,
  Complained,
  Confirmed,
  FailureReported,
  FeedbackOutcome,
  Opened,
  Replied,
  ReplyIntent,
  SmtpReply,
} from './feedback.ts';
export { AUTOMATIC_INTENTS, isAutomatic, isPositive } from './intents.ts';
