/** The operations of a model's queries that read. */
export const READING_QUERIES = ['find', 'findOne', 'countDocuments', 'distinct'] as const;

/** And those that write. */
export const WRITING_QUERIES = [
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
] as const;
