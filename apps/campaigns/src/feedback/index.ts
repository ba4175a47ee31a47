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
