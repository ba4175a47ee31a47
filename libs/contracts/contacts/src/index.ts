export * from './gen/contacts.ts';
