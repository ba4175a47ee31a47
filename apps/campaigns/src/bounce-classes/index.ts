export { classifyReply, toClassification } from './classify-reply.ts';
export type { BounceClassification, ClassifiedReply } from './classify-reply.ts';
