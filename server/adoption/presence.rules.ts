/** Numbers of developers or accounts that one row of `adoption_presence` stands for. */
export const CHUNK_BITS = 1024;

/** No one of a chunk, as an expression. */
export const NO_BITS = `0::bit(${CHUNK_BITS})`;
/** The chunk of a number, as an expression. */
export const chunkOf = (number: string): string => `${number} / ${CHUNK_BITS}`;
/** One number as the bits of its chunk, as an expression. */
export const bitOf = (number: string): string => `set_bit(${NO_BITS}, ${number} % ${CHUNK_BITS}, 1)`;
