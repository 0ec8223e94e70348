/**
 * The variables that a process under test inherits: where programs are, and where Node keeps compiled code, so that one start of a run does that for
 * all.
 */
export const INHERITED = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
