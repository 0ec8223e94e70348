const WORDS: Readonly<Record<string, string>> = { open_source: 'open source', usage: 'pay per use' };

/** How a tool is paid for, in words. */
export const pricingInWords = (model: string): string => WORDS[model] ?? model;
