//! Names that mean something outside the module (spec/language.md, "Names"): what LLVM, the code
//! generator, the linker and the start of a program know of them.

use std::collections::BTreeSet;

use super::FrontendError;
use super::raw::{Attribute, AttributeIndex, LLVMLinkage, Loaded, Value};

/// Defined by the linker, the start code or the C library, whatever the kind of symbol.
const EXACT: &str = "\
    _start _init _fini _end _edata _etext _environ environ _DYNAMIC _GLOBAL_OFFSET_TABLE_ __gmon_start__ __bss_start \
    __executable_start __ehdr_start __environ __dso_handle __data_start __TMC_END__ __curbrk __abort_msg \
    __check_rhosts_file __daylight __fpu_control __h_errno __rcmd_errstr __resp __signgam __timezone __tzname __brk \
    __sbrk _mcount mcount __memccpy_chk __memory_base __mempcpy_chk __stpcpy_chk __stpncpy_chk __strcat_chk \
    __strcpy_chk __strdup __string_object __strlcat_chk __strlcpy_chk __strlen_chk __strncat_chk __strncpy_chk \
    __strndup __strtok_r";

/// How names begin that the code generator calls by itself, that LLVM gives a meaning, or that the linker or the C
/// library reserves.
const PREFIXES: &str = "\
    # ? Sleef_ _IO_ _ITM_ _Q _Unwind_ _ZGV _ZSt _Zda _Zdl _Zna _Znw ___ __aarch64_ __acos __add __aeabi_ __arm_ __ash \
    __asin __atan __atomic_ __bzero __cbrt __chkstk __clear_cache __clz __cos __ctz __cxa_ __div __dto __emutls_ __eq \
    __exp __ext __ffs __fini_array_ __fix __float __gcc_ __ged __gek __ges __getf __gnu_ __gt __guard __gxx_ \
    __hexagon_ __i64to __init_array_ __isoc __kmpc_ __led __lek __les __let __libc_ __llvm_ __log __lshr __lt __memcpy \
    __memmove __memprof __memset __mips __mod __morestack __mspabi_ __mul __ned __neg __nek __nes __net __nptl_ __nvvm \
    __popc __pow __preinit_array_ __progname __pthread_ __ris __rel_ __rela_ __rseq_ __rt_ __safestack __security_ \
    __sin __size_ __small __snprintf __sprintf __sqrt __ssp_ __stack_ __start_ __sto __stop_ __sub __svml __sync_ \
    __tan __tls_ __trunc __u64to __udiv __umod __unord __uto __vsn __vsp __x86_ _alld _allm _allo _allr _aull _chkstk \
    _dl_ _itoa_ _libc_ _nl_ _obstack _r_debug _rtld_ _simd_ _sys_ _thread_db_ amd_vr armpl_ clang. emscripten_ \
    hexagon_ objc_";

/// How names begin by which functions of the C library call each other. With static linking a program's function takes
/// the place of the library's.
const PARTS: &str = "\
    __chk_ __fortify_ __mem __mktime __mmap __mpn_ __mremap __munmap __overflow __printf __qsort __rawmem __stp __str \
    __uflow __underflow __vasprintf __vf __wcs __wmem __woverflow __write __wuflow";

/// Functions of the library that call none of [`PARTS`].
const LEAVES: &str = "memchr memcmp memcpy memmove memset strlen";

/// Functions that LLVM recognises by their names. They are recognised nowhere in a module whose functions all have
/// `"no-builtins"`.
const KNOWN: &str = "\
    _Exit abort abs access aligned_alloc atexit atof atoi atol atoll bcmp bcopy bzero calloc chmod chown clearerr \
    closedir ctermid execl execle execlp execv execvP execve execvp execvpe exit fclose fdopen fegetenv fegetmode \
    feof ferror fesetenv fesetmode fflush ffs ffsl ffsll fgetc fgetc_unlocked fgetpos fgets fgets_unlocked fileno \
    fiprintf flockfile fls flsl flsll fopen fopen64 fork fprintf fputc fputc_unlocked fputs fputs_unlocked fread \
    fread_unlocked free fscanf fseek fseeko fseeko64 fsetpos fstat fstat64 fstatvfs fstatvfs64 ftell ftello ftello64 \
    ftrylockfile funlockfile fwrite fwrite_unlocked getc getc_unlocked getchar getchar_unlocked getenv getitimer \
    getlogin_r getpwnam gets gettimeofday htonl htons iprintf isascii isdigit labs lchown llabs lstat lstat64 malloc \
    memalign memccpy memchr memcmp memcpy memmove mempcpy memrchr memset memset_pattern16 memset_pattern4 \
    memset_pattern8 mkdir mktime ntohl ntohs open open64 opendir pclose perror popen posix_memalign pread printf \
    putc putc_unlocked putchar putchar_unlocked puts pvalloc pwrite qsort read readlink realloc reallocarray \
    reallocf realpath remove rename rewind rmdir scanf setbuf setitimer setvbuf siprintf snprintf sprintf sscanf \
    stat stat64 statvfs statvfs64 stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup \
    strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod \
    strtof strtok strtok_r strtol strtold strtoll strtoul strtoull strxfrm system times tmpfile tmpfile64 toascii \
    uname ungetc unlink unsetenv utime utimes vacosf vacoshf valloc vasinf vasinhf vatan2f vatanf vatanhf vceilf \
    vcosf vcoshf vec_calloc vec_free vec_malloc vec_realloc vexpf vexpm1f vfabsf vfloorf vfprintf vfscanf vlog10f \
    vlog1pf vlogbf vlogf vprintf vscanf vsinf vsinhf vsnprintf vsprintf vsqrtf vsscanf vtanf vtanhf wcslen write";

/// As [`KNOWN`], also with one of [`FLOATS`] behind them.
const MATHEMATICS: &str = "\
    acos acosh asin asinh atan atan2 atanh cabs cbrt ceil copysign cos cosh erf exp exp10 exp2 expm1 fabs fdim floor \
    fma fmax fmaximum fmaximum_num fmin fminimum fminimum_num fmod frexp hypot ilogb ldexp llrint llround log log10 \
    log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round roundeven \
    scalbln scalbn sin sincos sincospi sinh sqrt tan tanh tgamma trunc";

/// What follows in the names for `float`, `long double`, `_Float128`.
const FLOATS: [&str; 3] = ["f", "l", "f128"];

/// Variables of the C library: a definition in the program takes their place.
const VARIABLES: &str = "\
    _res _res_hconf argp_err_exit_status argp_program_bug_address argp_program_version argp_program_version_hook \
    daylight errno error_message_count error_one_per_line error_print_progname getdate_err h_errlist h_nerr \
    in6addr_any in6addr_loopback obstack_alloc_failed_handler obstack_exit_failure optarg opterr optind optopt \
    optreset program_invocation_name program_invocation_short_name re_max_failures re_syntax_options rexecoptions \
    rpc_createerr signgam stderr stdin stdout svc_fdset svc_max_pollfd svc_pollfd svcauthdes_stats sys_errlist \
    sys_nerr sys_sigabbrev sys_siglist timezone tzname";

/// How labels begin that the code generator makes, behind the `.L` that it also puts before private names.
const LABELS: [&str; 8] = ["BB", "CPI", "JTI", "cst", "debug_", "func_", "set", "tmp"];

fn contains(list: &str, name: &str) -> bool {
    list.split(' ').any(|known| known == name)
}

/// No module may define it.
fn reserved(name: &str) -> bool {
    contains(EXACT, name) || PREFIXES.split(' ').any(|prefix| name.starts_with(prefix))
}

/// The C library may call it: no module may define it visibly beside anything that the library does.
fn part_of_the_library(name: &str) -> bool {
    PARTS.split(' ').any(|prefix| name.starts_with(prefix))
}

/// Where the module declares or defines a function of this name, the library may call functions of its own: start code
/// does for `main`.
fn leads_into_the_library(name: &str, defined: bool) -> bool {
    if defined { name == "main" } else { !name.starts_with("llvm.") && !contains(LEAVES, name) }
}

/// LLVM takes a function of this name for the library's.
pub(in crate::frontend) fn recognised(name: &str) -> bool {
    let variant = |suffix| name.strip_suffix(suffix).is_some_and(|stem| contains(MATHEMATICS, stem));
    contains(KNOWN, name) || contains(MATHEMATICS, name) || FLOATS.into_iter().any(variant)
}

/// No module may define it with external linkage.
fn of_the_library(name: &str) -> bool {
    contains(VARIABLES, name)
}

/// Whether a definition of this name, whatever its linkage, may mean something outside the module.
pub(super) fn has_meaning(name: &str) -> bool {
    let library = of_the_library(name) || part_of_the_library(name);
    reserved(name) || recognised(name) || library || ALLOCATORS.contains(&name)
}

/// What the library takes memory with: a definition in the program takes the place of the library's.
#[rustfmt::skip]
pub(crate) const ALLOCATORS: [&str; 12] = [
    "malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc",
    "reallocarray", "cfree", "malloc_usable_size",
];

/// What the code generator calls for intrinsics, whatever the attributes say.
const INTRINSICS: [&str; 3] = ["memcpy", "memmove", "memset"];

/// Names of the aliases that nothing outside the module needs: they mean nothing there, or only what the attributes
/// of all functions switch off.
pub(super) fn unseen_aliases(module: &Loaded) -> BTreeSet<String> {
    let switched_off = module.functions().into_iter().filter(|f| !f.is_declaration()).all(has_no_builtins);
    let unseen = |alias: &Value| {
        let name = alias.name();
        let called_elsewhere = INTRINSICS.contains(&name.as_str()) || ALLOCATORS.contains(&name.as_str());
        let switched_off = switched_off && contains(KNOWN, &name) && !called_elsewhere;
        !has_meaning(&name) || switched_off && !reserved(&name)
    };
    module.aliases().into_iter().filter(unseen).map(Value::name).collect()
}

/// Whether a function has the attribute of `-fno-builtin`.
pub(super) fn has_no_builtins(function: Value) -> bool {
    let all = function.function_attributes(AttributeIndex::Function);
    all.iter().any(|a| matches!(a, Attribute::Text(name, _) if name == "no-builtins"))
}

/// Words of the text that are types of floating point.
const TYPES: [&str; 6] = ["half", "bfloat", "float", "double", "x86_fp80", "fp128"];

/// Whether the module defines a function that LLVM recognises by its name.
pub(super) fn recognises(module: &Loaded) -> bool {
    let defined = module.functions().into_iter();
    defined.filter(|f| !f.is_declaration()).any(|f| recognised(&f.name()))
}

/// Refuses definitions whose names mean something outside the module.
pub(super) fn refuse(module: &Loaded, text: &str) -> Result<(), FrontendError> {
    let defined = |values: Vec<Value>| values.into_iter().filter(|v| !v.is_declaration());
    let local =
        |value: &Value| matches!(value.linkage(), LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage);
    let taken = |value: &Value| {
        let name = value.name();
        reserved(&name) || of_the_library(&name) && !local(value)
    };
    let functions = || defined(module.functions());
    let private = |value: &Value| value.linkage() == LLVMLinkage::LLVMPrivateLinkage;
    let label = |name: &str| LABELS.iter().any(|prefix| name.starts_with(prefix));
    let mut labels = defined(module.globals()).filter(|v| label(&v.name()));
    let clash = functions().find(private).or_else(|| labels.find(private));
    if let Some(value) = clash {
        return Err(unsupported(format!(
            "the private definition of '{}', which may be a label of the compiler's",
            value.name()
        )));
    }
    let part = |value: &Value| part_of_the_library(&value.name()) && !local(value);
    let mut variables = defined(module.globals());
    let variable = variables.find(|v| taken(v) || recognised(&v.name()) || part(v));
    if let Some(value) = variable.or_else(|| functions().find(taken)) {
        return Err(unsupported(format!(
            "the definition of '{}', which has a meaning for the compiler, the linker or the start of a program",
            value.name()
        )));
    }
    let foreign = |f: &Value| leads_into_the_library(&f.name(), !f.is_declaration());
    if let Some(value) = functions().find(part)
        && let Some(caller) = module.functions().into_iter().find(foreign)
    {
        return Err(unsupported(format!(
            "the definition of '{}' beside '{}': it may take the place of a function that the C library calls",
            value.name(),
            caller.name()
        )));
    }
    let Some(own) = functions().find(|f| recognised(&f.name())) else {
        return Ok(());
    };
    if !functions().all(has_no_builtins) {
        return Err(recognised_by_compilers(&own.name()));
    }
    // Instructions about floating point may call whatever else of the library the program defines.
    let outside = text.split('"').step_by(2);
    let mut words = outside.flat_map(|part| part.split(|c: char| c.is_whitespace() || "(),[]{}<>=".contains(c)));
    match words.find(|word| TYPES.contains(word)) {
        Some(word) => Err(unsupported(format!(
            "floating point (`{word}`) beside the definition of '{}', a function of the library",
            own.name()
        ))),
        None => Ok(()),
    }
}

/// Why a program with a function of this name is refused.
pub(in crate::frontend) fn recognised_by_compilers(name: &str) -> FrontendError {
    unsupported(format!(
        "the definition of '{name}', which compilers recognise by its name: a program that is compiled with -fno-builtin can be proved with this option"
    ))
}

fn unsupported(what: String) -> FrontendError {
    FrontendError::Unsupported { what, location: None }
}
