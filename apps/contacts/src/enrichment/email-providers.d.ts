declare module 'email-providers' {
  /** Domains at which everybody may have an address. */
  const domains: readonly string[];
  export { domains as default };
}
