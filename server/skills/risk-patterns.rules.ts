import type { RiskSeverity } from './reading.types.js';

/** A published rule: what it looks for, and why a person should look at what it finds. */
export interface RiskRule {
  readonly ruleId: string;
  readonly severity: RiskSeverity;
  readonly title: string;
  readonly why: string;
}

/**
 * A rule that is told by regular expressions. `reach` is the text that they are tried on: one line; a line with those that continue its
 * command (a backslash, a pipe); or a line with the next one of its paragraph. Each expression takes linear time: every repetition in it
 * has an upper bound, or is of one class of characters that nothing before or behind it can take.
 */
export interface RiskPattern extends RiskRule {
  readonly reach: 'line' | 'command' | 'paragraph';
  readonly forms: readonly RegExp[];
}

/** The rule about texts that set other instructions aside, in the languages in which it is simple to tell. */
export const overrideRisk: RiskPattern = {
  ruleId: 'instruction-override',
  severity: 'high',
  title: 'Sets other instructions aside',
  why: 'A skill adds to what an agent was told; only an attack needs to undo it.',
  reach: 'paragraph',
  forms: [
    /\b(?:ignore|disregard|forget|override|bypass)\s{1,4}(?:(?:all|any|every|the|your|these|those|of|my|and)\s{1,4}){0,4}(?:previous|prior|above|earlier|preceding|existing|system|safety|original|other)(?:\s{1,4}\w{1,12}){0,2}?\s{1,4}(?:instructions?|rules?|prompts?|guidelines?|messages?|directions?|directives?|context|constraints?|polic(?:y|ies))\b/i,
    /\b(?:ignore|disregard|forget)\s{1,4}(?:everything|anything|all)\s{1,4}(?:that\s{1,4})?(?:you\s{1,4}(?:were|have been)\s{1,4}told|above|before)\b/i,
    /\byou are now (?:in )?(?:DAN|developer mode|jailbroken|unrestricted)\b/i,
    /\bignora\s{1,4}(?:todas\s{1,4}|tutte\s{1,4})?(?:las|le)\s{1,4}(?:instrucciones|istruzioni)\s{1,4}(?:anteriores|previas|precedenti)\b/i,
    /\bignor(?:e|ar)\s{1,4}(?:todas\s{1,4})?as\s{1,4}instruções\s{1,4}(?:anteriores|prévias)/i,
    /\b(?:ignore[zr]?|oublie[zr]?)\s{1,4}(?:toutes\s{1,4})?les\s{1,4}(?:instructions|consignes)\s{1,4}(?:précédentes|antérieures)/i,
    /\b(?:ignoriere|vergiss|missachte)\s{1,4}(?:(?:alle|die|deine)\s{1,4}){0,3}(?:vorherigen|bisherigen|vorigen|früheren)\s{1,4}(?:Anweisungen|Regeln|Vorgaben)\b/i,
    /(?:忽略|无视|忘记)(?:所有|全部|你)?(?:之前|以上|先前|前面|上述|此前)的?(?:所有|全部)?(?:指令|指示|说明|提示|规则)/,
    /(?:これまで|以前|上記|前)の(?:すべての|全ての)?(?:指示|命令|ルール)を(?:すべて|全て)?(?:無視|忘れ)/,
    /(?:이전|위)의? ?(?:모든 ?)?(?:지시|명령|규칙)(?:사항)?[을를]? ?(?:모두 ?)?(?:무시|잊)/,
    /(?:игнорируй|забудь)(?:те)?\s{1,4}(?:все\s{1,4})?(?:предыдущие|прежние)\s{1,4}(?:инструкции|указания|правила)/i,
  ],
};

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

/** The words that can stand before a program that is run. */
const before = String.raw`(?:sudo\s{1,4}(?:-\w{1,4}\s{1,4}){0,3})?(?:\/(?:usr\/)?bin\/)?(?:env\s{1,4})?`;
/** Programs that run what they read: interpreters only where no argument gives them a program of their own. */
const runner = String.raw`${before}(?:(?:ba|z|da|k|fi)?sh\b(?!\w|-)|(?:python[\d.]{0,4}|node|perl|ruby|php|osascript|pwsh|powershell)(?=\s{0,4}(?:-(?:\s|$)|[;&)"'\x60\n]|$)))`;
const shell = String.raw`${before}\b(?:(?:ba|z|da|k|fi)?sh|python[\d.]{0,4}|node|perl|ruby|php)\b`;
/** A download that names what it loads, so that a table with the names of commands is none. */
const download = String.raw`\b(?:curl|wget)\b(?=[^|\n]{0,400}(?:https?:\/\/|\$[\w{]|\s-\w|[a-z]\.[a-z]{2}|<))[^|\n]{1,400}\|\s{0,8}`;
const form = (...parts: string[]): RegExp => new RegExp(parts.join(''));

/** Rules about commands; the order is the order in which they are listed. */
export const commandRisks: readonly RiskPattern[] = [
  {
    ruleId: 'download-and-run',
    severity: 'high',
    title: 'Downloads something and runs it',
    why: 'What runs is decided by the owner of the address at that moment; no one reviewed it.',
    reach: 'command',
    forms: [
      form(download, String.raw`(?:(?:tee|gunzip|gzip|zcat|xz|tar|base64)\b[^|\n]{0,80}\|\s{0,8})?`, runner),
      form(shell, String.raw`\s{1,4}(?:-\w{1,8}\s{1,4}){0,3}<\(\s{0,4}(?:curl|wget)\b`),
      form(shell, String.raw`\s{1,4}-\w{0,4}[ce]\s{1,4}["']?\$?[(\x60]{1,2}\s{0,4}(?:curl|wget)\b`),
      form(String.raw`(?:\beval|\bsource|(?:^|\s)\.)\s{1,4}["']?(?:\$\(|\x60|<\()\s{0,4}(?:curl|wget)\b`),
      /\b(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod)\b[^|\n]{1,300}\|\s{0,8}(?:iex|invoke-expression)\b/i,
      /\b(?:iex|invoke-expression)\b[^\n]{0,120}\b(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod)\b/i,
      /\b(?:exec|eval)\s{0,4}\(\s{0,4}(?:\w{1,20}\.){0,3}(?:urlopen|requests\.get|get|fetch)\s{0,4}\(/i,
      /\b(?:mshta|regsvr32|rundll32)\b[^\n]{0,80}https?:\/\//i,
    ],
  },
  {
    ruleId: 'download-then-run',
    severity: 'medium',
    title: 'Downloads a file and makes it executable or runs it',
    why: 'A downloaded program runs with all rights of the person; its digest should be pinned.',
    reach: 'command',
    forms: [
      /\b(?:curl|wget)\b(?=(?<upTo>[^\n]{1,300}?https?:\/\/))\k<upTo>[^\n]{1,600}(?:&&|;|\n(?:[^\n]{0,200}\n)?)[ \t]{0,8}(?:sudo\s{1,4})?(?:chmod\s{1,4}(?:\+x|[0-7]{3,4}|[ugoa]{1,3}\+\w{0,3}x)|(?:ba|z)?sh\s{1,4}[\w./~-]|python3?\s{1,4}[\w./~-]|\.\/\w)/i,
    ],
  },
  {
    ruleId: 'obfuscated-execution',
    severity: 'high',
    title: 'Decodes something and runs it',
    why: 'Code that is encoded cannot be read before it runs; ordinary instructions have no need to hide it.',
    reach: 'command',
    forms: [
      form(String.raw`\b(?:base64|openssl)\b[^|\n]{0,80}(?:-d|-D|--decode)\b[^|\n]{0,120}\|\s{0,8}`, runner),
      form(String.raw`\b(?:xxd\s{1,4}-r|rev)\b[^|\n]{0,80}\|\s{0,8}`, runner),
      /\beval\s{0,4}\(\s{0,4}(?:\w{1,20}\.){0,2}(?:atob|unescape|fromcharcode|b64decode|decodeuricomponent|base64_decode)\b/i,
      /\beval\s{0,4}["'(]{0,2}\$\([^\n]{0,200}\b(?:base64|xxd)\b/i,
      /\bexec\s{0,4}\(\s{0,4}(?:\w{1,20}\.|\w{1,20}\(){0,4}(?:b64decode|base64|fromhex|decompress|marshal)\b/i,
      /\bexec\s{0,4}\([^\n]{0,80}__import__\s{0,4}\(\s{0,4}["']base64/i,
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-(?:e|en|enc|enco\w{0,10})\s{1,4}["']?[A-Za-z0-9+/=$]{8}/i,
      /\bnew\s{1,4}Function\s{0,4}\(\s{0,4}(?:atob|Buffer\.from)\b/,
    ],
  },
  {
    ruleId: 'destructive-command',
    severity: 'high',
    title: 'Destroys files or disks',
    why: 'The command deletes or overwrites what cannot be brought back.',
    reach: 'line',
    forms: [
      /\brm\s{1,4}(?:-[\w-]{1,20}\s{1,4}){0,4}-(?:\w{0,6}r\w{0,6}|-recursive)\s{1,4}(?:-[\w-]{1,20}\s{1,4}){0,4}["']?(?:\/(?:\*|["'\s;&|\x60)]|$)|(?:~|\$HOME|\$\{HOME\})\/?(?:\*|["'\s;&|\x60)]|$)|\/(?:etc|usr|var|home|Users|System|Library|boot|bin|opt)(?:\/?\*|["'\s;&|\x60)]|\/["'\s]|$))/,
      /\bdd\b[^\n]{0,120}\bof=\/dev\/(?:sd|hd|nvme|disk|rdisk|mmcblk|vd|xvd)/,
      /\bmkfs(?:\.\w{1,8})?\s{1,4}[^\n]{0,60}\/dev\//,
      />\s{0,4}\/dev\/(?:sd[a-z]|nvme\d|disk\d)/,
      /:\(\)\s{0,4}\{\s{0,4}:\s{0,4}\|\s{0,4}:\s{0,4}&\s{0,4}\}\s{0,4};\s{0,4}:/,
      /\b(?:format|diskpart)\s{1,4}[a-z]:(?:\s|$)|\bRemove-Item\b[^\n]{0,60}-Recurse\b[^\n]{0,60}(?:[A-Z]:\\(?:\s|$|\*)|\$(?:HOME|env:USERPROFILE)\b)/i,
      /\bdiskutil\s{1,4}(?:eraseDisk|eraseVolume|zeroDisk)\b|\bwipefs\s{1,4}-a|\bshred\b[^\n]{0,60}\s\/dev\//i,
    ],
  },
  {
    ruleId: 'data-loss-command',
    severity: 'medium',
    title: 'Discards history, data or infrastructure',
    why: 'Work of others may be lost; a person should decide each time.',
    reach: 'line',
    forms: [
      /\bgit\s{1,4}push\b[^\n;&|]{0,120}\s(?:--force(?!-with-lease)\b|-f\b)/,
      /\bgit\s{1,4}(?:reset\s{1,4}--hard|clean\s{1,4}-\w{0,4}f\w{0,4}d|filter-branch)\b/,
      /\bDROP\s{1,4}(?:DATABASE|SCHEMA)\s{1,4}[\w"'\x60[$<{]/,
      /\b(?:terraform|tofu|pulumi)\s{1,4}(?:destroy|apply)\b[^\n]{0,80}(?:-auto-approve|--yes)\b/,
      /\bkubectl\s{1,4}delete\s{1,4}(?:ns|namespace|--all)\b/,
      /\brm\s{1,4}-(?:rf|fr|Rf)\s{1,4}["']?(?:\.\/?(?:["'\s]|$)|\*|\.\.|\.git\b)/,
    ],
  },
];

/** Rules about what a text does to the machine and to its safeguards. */
export const machineRisks: readonly RiskPattern[] = [
  {
    ruleId: 'disabled-safeguard',
    severity: 'high',
    title: 'Switches a safeguard off',
    why: 'An agent that asks no one, or a system without its protection, runs everything that comes after.',
    reach: 'line',
    forms: [
      /--(?:dangerously-(?:skip-permissions|bypass-approvals-and-sandbox|allow-all)|allow-dangerously-skip-permissions|yolo|trust-all-tools|full-auto|approval-mode[ =]{1,2}(?:yolo|never))\b/,
      /\b(?:bypassPermissions|hasTrustDialogAccepted|skipDangerousModePermissionPrompt)\b/,
      /\bsetenforce\s{1,4}0\b|\bcsrutil\s{1,4}disable\b|\bspctl\s{1,4}--(?:master|global)-disable\b|\bufw\s{1,4}disable\b/,
      /\bSet-ExecutionPolicy\b[^\n]{0,60}\b(?:Bypass|Unrestricted)\b|\bSet-MpPreference\b[^\n]{0,80}-Disable/i,
      /\bxattr\s{1,4}-\w{0,4}[dc]\w{0,4}\s{1,4}(?:com\.apple\.quarantine\b)?/,
    ],
  },
  {
    ruleId: 'weakened-check',
    severity: 'medium',
    title: 'Goes around a check',
    why: 'Hooks, signatures and certificates are there to stop what should not pass.',
    reach: 'line',
    forms: [
      /\bgit\b[^\n]{0,120}\s--no-verify\b|\s--no-gpg-sign\b/,
      /\bcurl\b[^\n|;&]{0,120}\s(?:-\w{0,4}k\w{0,4}|--insecure)(?:\s|$)|\bwget\b[^\n|;&]{0,120}\s--no-check-certificate\b/,
      /\bNODE_TLS_REJECT_UNAUTHORIZED\s{0,2}=\s{0,2}["']?0|\bsslVerify\s{1,2}false|\bstrict-ssl\s{0,2}[= ]\s{0,2}false|\bGIT_SSL_NO_VERIFY\b/,
      /\bverify\s{0,2}=\s{0,2}False\b|\brejectUnauthorized\s{0,2}:\s{0,2}false\b/,
      /\bchmod\s{1,4}(?:-R\s{1,4})?(?:0?777|a\+rwx|ugo\+rwx)\b/,
    ],
  },
  {
    ruleId: 'persistence',
    severity: 'medium',
    title: 'Stays on the machine',
    why: 'What starts by itself later runs without supervision.',
    reach: 'line',
    forms: [
      /\bcrontab\s{1,4}(?:-e\b|-(?:\s|$)|[\w./~])|\|\s{0,4}crontab\b|\/etc\/cron\.(?:d|daily|hourly)\b/,
      />>\s{0,4}["']?(?:~|\$HOME|\$\{HOME\}|\/home\/\w{1,32}|\/root)\/\.(?:bashrc|bash_profile|profile|zshrc|zprofile|zshenv|config\/fish)\b/,
      />>?\s{0,4}["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:ssh\/authorized_keys|claude\/|codex\/|cursor\/)/,
      /\blaunchctl\s{1,4}(?:load|bootstrap|enable)\b|\bLaunch(?:Agents|Daemons)\/[\w.-]{1,80}\.plist\b/,
      /\bsystemctl\s{1,4}(?:--\w{1,10}\s{1,4}){0,2}enable\b|\/etc\/systemd\/system\/\w/,
      /\bschtasks\b[^\n]{0,40}\/create\b|\bRegister-ScheduledTask\b|\bCurrentVersion\\Run\b/i,
    ],
  },
  {
    ruleId: 'installs-from-address',
    severity: 'medium',
    title: 'Installs a package from an address instead of a registry',
    why: 'A repository or address can change after it was reviewed; registries keep published versions as they are.',
    reach: 'line',
    forms: [
      /\b(?:npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|bun|pip3?|uv|cargo|gem)\b(?:\s{1,4}[@\w=.-]{1,40}){0,5}\s{1,4}["']?(?:git\+(?:https?|ssh)|https?|github|gitlab|bitbucket|gist):[\w/]/i,
      /\bcargo\s{1,4}install\b[^\n]{0,60}\s--git\b|\bnpx\s{1,4}(?:-y\s{1,4}|--yes\s{1,4})?["']?(?:github|gist):/,
    ],
  },
  {
    ruleId: 'elevated-rights',
    severity: 'low',
    title: 'Asks for the rights of the administrator',
    why: 'Often necessary to install something; look at what the command does.',
    reach: 'line',
    forms: [
      /(?:^|[\s\x60;&|($])(?:sudo|doas)\s{1,4}[-\w/.~$"']/,
      /\bsu\s{1,4}-(?:c|\s|$)|\bStart-Process\b[^\n]{0,80}-Verb\s{1,4}RunAs\b/i,
    ],
  },
];
