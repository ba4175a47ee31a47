export {
  ADMIN,
  CAMPAIGNS,
  ERASE,
  READ,
  WRITE,
  type ContactsFeature,
  type ContactsMethods,
} from './methods.rpc.ts';
