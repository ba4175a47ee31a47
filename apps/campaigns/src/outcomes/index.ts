export type {
  BounceReported,
  FeedbackOutcome,
  Outcome,
  OutcomeRecorder,
  SentMessage,
  SmtpReply,
  WorkerOutcome,
} from './outcome.ts';
