const LOOPBACK = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for a hostname, as a URL has it, that means this machine and nothing beyond it. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
