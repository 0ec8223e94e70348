/** The currencies that this service knows (specification §2.8). */
export enum SpendCurrency {
  USD = 'USD',
  MXN = 'MXN',
  EUR = 'EUR',
  GBP = 'GBP',
}
