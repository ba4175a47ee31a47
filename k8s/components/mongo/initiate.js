// Runs in mongosh, on the first member.
const members = Array.from({ length: Number(process.env.MEMBER_COUNT) }, (_, index) => ({
  _id: index,
  host: `mongo-${index}.mongo:27017`,
}));
try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'outreach', members });
}
