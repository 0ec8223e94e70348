import type { RiskPattern } from './risk.types.js';

const secretNoun = String.raw`(?:environment variables?|env vars?|\.env(?: file)?s?|secrets|credentials|private keys?|ssh keys?|passwords|access tokens|api keys|session cookies|browser cookies|source code|chat history|conversation(?: history)?|system prompt|wallet seed|seed phrase)`;
const sendVerb = '(?:send|post|upload|transmit|exfiltrate|forward|leak|copy|submit|report|e-?mail)(?:ing)?';
const away = String.raw`(?:https?:\/\/|webhook|(?:our|my|a|the) (?:remote |external |collection )?(?:server|endpoint)|[\w.-]{1,40}@[\w-]{1,40}\.\w{2,8})`;
const secretPath = String.raw`(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/\w{1,32}|\/Users\/\w{1,32}|%USERPROFILE%)[\/\\]\.(?:ssh\b(?![\/\\]config)|aws[\/\\]credentials|netrc|npmrc|pypirc|kube[\/\\]config|docker[\/\\]config|gnupg|git-credentials|config[\/\\](?:gcloud|gh[\/\\]hosts))`;

/** Rules about what a text asks an agent to read, to send and to leave out. */
export const wordRisks: readonly RiskPattern[] = [
  {
    ruleId: 'exfiltration',
    severity: 'high',
    title: 'Sends private data away',
    why: 'Credentials, sources or conversations would leave the machine for another party’s address.',
    reach: 'paragraph',
    forms: [
      new RegExp(
        String.raw`\b${sendVerb}\b(?<!\b(?:never|not|n['’]t|avoid|no)\b[^.!?\n]{0,40})[^.!?|]{0,60}(?<!\w)(?<!\bno )${secretNoun}\b[^.!?|]{0,60}\b(?:to|at|via|into|through)\b[^.!?|]{0,40}${away}`,
        'i',
      ),
      /\b(?:curl|wget|nc|ncat|http|httpie)\b[^\n]{0,300}(?:\$\(|\x60|<\()\s{0,4}(?:env|printenv|set|export|history|cat\s{1,4}[^\n)]{0,60}(?:\.env|id_rsa|id_ed25519|credentials))/i,
      /(?:^|[\s\x60;&|($])(?:env|printenv|history|set)\s{0,4}\|\s{0,4}(?:base64[^|\n]{0,20}\|\s{0,4})?(?:curl|nc|ncat|wget)\b/,
      /\bcurl\b[^\n]{0,300}(?:@|<\s{0,2})["']?(?:(?:~|\$HOME|\.{0,2})\/)?(?:[\w.-]{1,40}\/){0,4}(?:\.env\b|\.ssh\/|id_rsa|id_ed25519|\.aws\/|\.netrc|\.npmrc)/,
      /\bcat\b[^\n|]{0,80}(?:\.env|id_rsa|id_ed25519|credentials|\.netrc)[^\n|]{0,20}\|\s{0,4}(?:base64[^|\n]{0,20}\|\s{0,4})?(?:curl|nc|ncat|wget)\b/,
      /\b(?:dig|nslookup|host|ping|drill)\b[^\n]{0,80}(?:\$\([^\n)]{1,120}\)|\$\{?\w{1,40}\}?)\.[a-z0-9-]{1,63}\.[a-z]{2,}/i,
    ],
  },
  {
    ruleId: 'webhook-address',
    severity: 'medium',
    title: 'Names an address that collects what is sent to it',
    why: 'Such addresses accept anything from anyone, and hide who reads it.',
    reach: 'line',
    forms: [
      /\bhooks\.slack\.com\/services\/|\bdiscord(?:app)?\.com\/api\/webhooks\/|\bapi\.telegram\.org\/bot|\.webhook\.office\.com\/webhookb2/i,
      /\b(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|hookbin\.com|requestcatcher\.com|beeceptor\.com|burpcollaborator\.net|oastify\.com|interact\.sh|oast\.(?:pro|live|site|online|fun|me)|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|transfer\.sh|file\.io|pastebin\.com\/raw|dnslog\.cn|ceye\.io)\b/i,
    ],
  },
  {
    ruleId: 'uploads-file',
    severity: 'low',
    title: 'Uploads a file',
    why: 'Ordinary for many services; look at which file goes where.',
    reach: 'command',
    forms: [
      /\bcurl\b[^\n|;&]{0,300}\s(?:-d|--data(?:-binary|-raw|-urlencode)?|-F|--form|-T|--upload-file)[\s=]{1,3}["']?(?:[\w.-]{1,40}=)?(?:@[\w./~$]|<\()/,
    ],
  },
  {
    ruleId: 'reads-secrets',
    severity: 'high',
    title: 'Reads keys, credentials or cookies',
    why: 'These files open other systems; a skill seldom needs them itself.',
    reach: 'line',
    forms: [
      new RegExp(secretPath, 'i'),
      /\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)/,
      /\bsecurity\s{1,4}(?:find-(?:generic|internet)-password|dump-keychain)\b|\blogin\.keychain(?:-db)?\b/,
      /\b(?:Chrome|Chromium|Firefox|Brave|Edge|Safari)\b[^\n]{0,60}[/\\](?:Cookies|Login Data|logins\.json|cookies\.sqlite|key4\.db)\b/,
      /\b(?:read|steal|dump|extract|collect|export)\b[^.\n]{0,40}\b(?:browser cookies|saved passwords|keychain|wallet keys|seed phrase)\b/i,
      /\/etc\/shadow\b|\b169\.254\.169\.254\b|\bmetadata\.google\.internal\b/,
    ],
  },
  {
    ruleId: 'reads-env-file',
    severity: 'low',
    title: 'Names a file of environment settings',
    why: 'Such files often hold credentials; look at what is done with them.',
    reach: 'line',
    forms: [
      /(?:^|[\s"'\x60(/=<])\.env(?:\.(?:local|production|development|staging|test))?(?=$|[\s"'\x60),;:]|\.(?:\s|$))/,
    ],
  },
  {
    ruleId: 'conceals-from-user',
    severity: 'medium',
    title: 'Tells the agent to keep something from the person',
    why: 'Instructions that a person may know need no silence.',
    reach: 'paragraph',
    forms: [
      /\b(?:do not|don['’]t|never|must not|without(?<!\b(?:never|not|n['’]t|no)\b[^.!?\n]{0,80}without))\s{1,4}(?:ever\s{1,4})?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|reveal|revealing|mention|mentioning|disclose|disclosing)\b(?:\s{1,4}[\w'’]{1,16}){0,4}?\s{1,4}(?:to\s{1,4})?(?:the\s{1,4})?(?:user|human|developer|operator|owner)\b/i,
      /\b(?:hide|conceal)\b(?:\s{1,4}[\w'’]{1,16}){1,5}?\s{1,4}from\s{1,4}the\s{1,4}(?:user|human|developer|operator)\b/i,
      /\b(?:secretly|covertly|without the (?:user|human)(?:['’]s)? (?:knowing|knowledge|noticing))\b/i,
      /不要告诉用户|不要让用户知道|ユーザーに(?:は)?(?:知らせ|伝え|言わ)ない|사용자에게 (?:알리지|말하지) ?마/,
      /\bno (?:le )?(?:digas|informes) al usuario\b|\bne (?:le )?dis pas à l['’]utilisateur\b|\bsage dem (?:Nutzer|Benutzer) nichts\b|\bnão (?:conte|informe|diga) ao usuário\b/i,
    ],
  },
  {
    ruleId: 'skips-approval',
    severity: 'medium',
    title: 'Tells the agent not to ask',
    why: 'The person should decide where an agent would ask by itself.',
    reach: 'paragraph',
    forms: [
      /\bwithout(?<!\b(?:never|not|n['’]t|no)\b[^.!?\n]{0,80}without)\s{1,4}(?:ever\s{1,4})?(?:asking|(?:the\s{1,4})?(?:user(?:['’]s)?\s{1,4})?(?:any\s{1,4})?(?:confirmation|approval|permission|consent))\b/i,
      /\b(?:do not|don['’]t|never)\s{1,4}(?:ask|wait|stop|prompt|pause)\s{1,4}(?:(?:the\s{1,4})?user\s{1,4})?for\s{1,4}(?:\w{1,12}\s{1,4}){0,2}(?:confirmation|approval|permission|consent)\b/i,
      /\bsin (?:pedir|preguntar) (?:permiso|confirmación)\b|\bsem (?:pedir|perguntar)\b|\bsans demander\b|\bohne (?:zu fragen|nachzufragen|Rückfrage)\b|(?:无需|不要)(?:询问|征求)?(?:用户)?(?:确认|同意)|確認(?:せず|なし)に/i,
    ],
  },
];
