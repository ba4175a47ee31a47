/** The state of a log-in for the console begins with it, so that a gateway answers a refusal with a page. */
export const CONSOLE_STATE = 'console-';
