import { domainToASCII } from 'node:url';
import { isFreeMail } from '../../platform/free-mail.rules.js';
import type { CheckResult, IntakeFacts, SubmittedContent } from '../draft.types.js';
import { nestsIn, resembles } from './disguise.rules.js';
import type { nameRulesBy } from './namesake.rules.js';
import { fail, isUnder, pass } from './verdict.rules.js';

/** Mail services that give an address to everyone, as rule sets before the one of free mail knew them. */
const FREE_MAIL = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com proton.me protonmail.com gmx.de gmx.net web.de aol.com mail.com yandex.com qq.com 163.com zoho.com fastmail.com'.split(
    ' ',
  ),
);

const inAscii = (host: string): string => domainToASCII(host) || host;

const contactDomainBy =
  (written: (host: string) => string, isOfAnyone = (host: string) => FREE_MAIL.has(host)) =>
  ({ contact, organization }: SubmittedContent): CheckResult => {
    const host = written(contact.email.slice(contact.email.lastIndexOf('@') + 1).toLowerCase());
    const say = (result: typeof pass, reason: string) =>
      result('contact.domain_matches', '/contact/email', reason, `${host} · ${organization.domain}`);
    if (isUnder(host, organization.domain))
      return say(pass, 'The contact’s address is under the organization’s domain.');
    if (isOfAnyone(host)) return say(fail, 'The contact’s address is of a mail service that anyone can use.');
    return say(fail, 'The contact’s address is under another domain than the organization’s.');
  };

/** Compares the address as it is written, which finds no domain with letters beyond ASCII. */
export const contactDomainAsWritten = contactDomainBy((host) => host);
/** Compares both in ASCII, as domains are registered. */
export const contactDomain = contactDomainBy(inAscii);

/** An address at a mail service that anyone can use proves nothing, also where a submission names the service’s domain as its own. */
export const contactDomainOfItsOwn: typeof contactDomain = (submission) => {
  const compared = contactDomainBy(inAscii, isFreeMail)(submission);
  return isFreeMail(submission.organization.domain)
    ? fail(
        compared.ruleId,
        '/organization/domain',
        'The organization’s domain is of a mail service that anyone can use: an address there proves nothing.',
        compared.evidence,
      )
    : compared;
};

const lookalikeBy =
  (isLike: (domain: string, known: string) => boolean) =>
  ({ organization: { domain } }: SubmittedContent, { nearDomains }: IntakeFacts): CheckResult => {
    const near = nearDomains.filter((known) => isLike(domain, known));
    return near.length && !nearDomains.includes(domain)
      ? fail(
          'domain.lookalike',
          '/organization/domain',
          'The domain resembles that of a listed vendor.',
          near.join(', '),
        )
      : pass('domain.lookalike', '/organization/domain', 'The domain resembles no other vendor’s.');
  };

/** Looks at the registered label alone. */
export const lookalikeByBrand = lookalikeBy(resembles);
/** Also finds a vendor’s domain in front of a stranger’s. */
export const lookalike = lookalikeBy((domain, known) => resembles(domain, known) || nestsIn(domain, known));

/** Also compares each label with every known name, whatever it ends in: the first finding that is not a pass counts. */
export const lookalikeOfNames =
  ({ domainTwin }: Pick<ReturnType<typeof nameRulesBy>, 'domainTwin'>): typeof lookalike =>
  (submission, facts) => {
    const byDomain = lookalike(submission, facts);
    if (byDomain.result !== 'pass' || facts.nearDomains.includes(submission.organization.domain)) return byDomain;
    return domainTwin(submission, facts.namesakes ?? []);
  };
