import { describe, expect, it } from 'vitest';
import { readClaims } from '../../server/accounts/identities/index.js';

/** Claims of ID tokens as the providers' own documentation shows them, with names and ids of no one. */
const GOOGLE = {
  iss: 'https://accounts.google.com',
  azp: '1234987819200.apps.googleusercontent.com',
  aud: '1234987819200.apps.googleusercontent.com',
  sub: '10769150350006150715113082367',
  at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
  hd: 'example.com',
  email: 'jsmith@example.com',
  email_verified: true,
  iat: 1353601026,
  exp: 1353604926,
  nonce: '0394852-3190485-2490358',
};
const ENTRA = {
  ver: '2.0',
  iss: 'https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  aud: '6cb04018-a3f5-46a7-b995-940c78f5aef3',
  exp: 1536361411,
  iat: 1536274711,
  nbf: 1536274711,
  name: 'Abe Lincoln',
  preferred_username: 'AbeLi@example.com',
  oid: '00000000-0000-0000-66f3-3332eca7ea81',
  tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
  nonce: '123523',
  aio: 'Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6AIZ8jY',
};
const OKTA = {
  sub: '00uid4BxXw6I6TV4m0g3',
  name: 'John Doe',
  email: 'john.doe@example.com',
  ver: 1,
  iss: 'https://example.okta.com',
  aud: 'uAaunofWkaDJxukCFeBx',
  iat: 1449624026,
  exp: 1449627626,
  amr: ['pwd'],
  jti: 'ID.4eAWJOCMB3SX8XewDfVR',
  auth_time: 1449624026,
  at_hash: 'cpqKfdQA5eH891Ff5oJr_Q',
  preferred_username: 'john.doe@example.com',
};

describe('the claims of a provider', () => {
  it('Google is the authority for a Workspace’s own domain and for gmail.com, and for no other address', () => {
    expect(readClaims(GOOGLE)).toEqual({
      issuer: 'https://accounts.google.com',
      subject: '10769150350006150715113082367',
      email: 'jsmith@example.com',
      emailVerified: true,
      name: null,
      authenticatedAt: null,
      multiFactor: false,
    });
    expect(readClaims({ ...GOOGLE, hd: undefined }).emailVerified).toBe(false);
    expect(readClaims({ ...GOOGLE, hd: 'other.example' }).emailVerified).toBe(false);
    expect(readClaims({ ...GOOGLE, hd: undefined, email: 'jsmith@gmail.com' }).emailVerified).toBe(true);
    expect(readClaims({ ...GOOGLE, email: 'j@gmail.com.example.com' }).emailVerified).toBe(false);
  });

  it('Microsoft Entra verifies no address, and a user name is none', () => {
    expect(readClaims(ENTRA)).toMatchObject({ email: null, emailVerified: false, name: 'Abe Lincoln' });
    expect(readClaims({ ...ENTRA, email: 'AbeLi@Example.com' })).toMatchObject({
      email: 'abeli@example.com',
      emailVerified: false,
    });
  });

  it('Okta says when a person proved themselves, and verifies an address where it says so', () => {
    expect(readClaims(OKTA)).toMatchObject({
      emailVerified: false,
      authenticatedAt: new Date('2015-12-09T01:20:26.000Z'),
    });
    expect(readClaims({ ...OKTA, email_verified: true }).emailVerified).toBe(true);
  });

  it('Okta says how, in a list; the others report no second factor', () => {
    expect([GOOGLE, ENTRA, OKTA].map((claims) => readClaims(claims).multiFactor)).toEqual([false, false, false]);
    expect(readClaims({ ...OKTA, amr: ['mfa', 'otp', 'pwd'] }).multiFactor).toBe(true);
  });

  it('count as verified by the boolean alone, and a time only as a time', () => {
    for (const email_verified of ['true', 1, 'yes', {}, [true]])
      expect(readClaims({ ...OKTA, email_verified }).emailVerified).toBe(false);
    for (const auth_time of ['1449624026', -1, Number.NaN, 1e300, null])
      expect(readClaims({ ...OKTA, auth_time }).authenticatedAt).toBeNull();
  });
});
