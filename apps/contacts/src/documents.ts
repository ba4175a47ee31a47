/** For tools that write contacts directly to the database: the stored form of a contact. */
export { gradeOf } from './lead-score/index.ts';
export { toDocument } from './contact-store/index.ts';
export type { Contact } from './contact-model/index.ts';
