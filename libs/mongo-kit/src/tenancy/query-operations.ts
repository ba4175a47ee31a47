/** Query operations of mongoose that read. */
export const READING_QUERIES = ['find', 'findOne', 'countDocuments', 'distinct'] as const;

/** Query operations of mongoose that write. */
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
