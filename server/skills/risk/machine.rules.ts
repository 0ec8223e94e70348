import type { RiskPattern } from './risk.types.js';

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
