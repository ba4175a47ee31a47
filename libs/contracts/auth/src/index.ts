export * from './gen/auth.ts';
