//! Reasons for a refusal, each kind with its own exit code (`spec/attestation/README.md`).

/// The kinds of refusal. Scripts distinguish them by the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The checker says INVALID.
    Invalid,
    /// The checker says UNDECIDED.
    Undecided,
    /// Wrong usage, or a file that cannot be read or written.
    Usage,
    /// Not a statement: no JSON, a duplicate key, a missing or unknown field, or a value without meaning.
    Malformed,
    /// A statement of another type, or of a version that this program does not know.
    UnknownType,
    /// A file name that leads out of the folder, or does not mean the same on every system.
    Name,
    /// A file that the statement names does not exist.
    Missing,
    /// The content of a file differs from what the statement says.
    Digest,
    /// The certificate is about another module than the statement says.
    OtherModule,
    /// There is a refutation where a proof should be.
    Refutation,
    /// The claim in the statement is not that of the certificate.
    Claim,
    /// The assumptions or counts in the statement are not those that the checker finds.
    Findings,
    /// The file is not a certificate, or the checker cannot read the module.
    Unreadable,
    /// The named sources do not give the certificate's module.
    Source,
}

impl Kind {
    /// The exit code.
    pub fn code(self) -> i32 {
        match self {
            Kind::Invalid => 1,
            Kind::Undecided => 2,
            Kind::Usage => 3,
            Kind::Malformed => 4,
            Kind::UnknownType => 5,
            Kind::Name => 6,
            Kind::Missing => 7,
            Kind::Digest => 8,
            Kind::OtherModule => 9,
            Kind::Refutation => 10,
            Kind::Claim => 11,
            Kind::Findings => 12,
            Kind::Unreadable => 13,
            Kind::Source => 14,
        }
    }

    /// The word for it in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Invalid => "invalid",
            Kind::Undecided => "undecided",
            Kind::Usage => "usage",
            Kind::Malformed => "malformed statement",
            Kind::UnknownType => "unknown type or version",
            Kind::Name => "file name not allowed",
            Kind::Missing => "file missing",
            Kind::Digest => "digest differs",
            Kind::OtherModule => "another module",
            Kind::Refutation => "a refutation, not a proof",
            Kind::Claim => "the claim differs",
            Kind::Findings => "the findings differ",
            Kind::Unreadable => "unreadable",
            Kind::Source => "not from the source",
        }
    }
}

/// A refusal with its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: Kind,
    pub message: String,
}

impl Failure {
    pub fn new(kind: Kind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into() }
    }

    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Kind::Usage, message)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message)
    }
}

impl std::error::Error for Failure {}

/// The result of an operation that may be refused.
pub type Outcome<T = ()> = Result<T, Failure>;

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn each_kind_has_its_own_code_and_name() {
        let kinds = [
            Kind::Invalid,
            Kind::Undecided,
            Kind::Usage,
            Kind::Malformed,
            Kind::UnknownType,
            Kind::Name,
            Kind::Missing,
            Kind::Digest,
            Kind::OtherModule,
            Kind::Refutation,
            Kind::Claim,
            Kind::Findings,
            Kind::Unreadable,
            Kind::Source,
        ];
        assert_eq!(kinds.map(Kind::code), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
        let names: std::collections::BTreeSet<&str> = kinds.map(Kind::name).into();
        assert_eq!(names.len(), kinds.len());
    }
}
