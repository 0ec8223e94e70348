/** The rates of the worked examples (external formats). */
export const ECB_RATES = { USD: '1.1269', GBP: '0.84880', MXN: '20.2217' };

/** The European Central Bank's daily file, in its own quotes and indentation. */
export const dailyFile = (date = '2026-10-06', rates: Record<string, string> = ECB_RATES): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${date}'>
${Object.entries(rates)
  .map(([currency, rate]) => `			<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>
`;
