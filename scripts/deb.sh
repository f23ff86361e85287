#!/bin/sh
# Makes Debian packages in FOLDER from what `make install-tools` has installed below FOLDER/root. With static programs in
# target/alone they are two: haltcheck (haltcheck and haltarchive, which need nothing) and haltcert, which depends on it.
# Without, one package has all three programs and the Z3 library. What haltcert depends on is read from what it links.
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
root=$folder/root
alone=target/alone

fail() {
    echo "deb: $*" >&2
    exit 1
}
command -v dpkg-deb >/dev/null 2>&1 || fail "dpkg-deb is missing (Debian: dpkg)"

# --- Version ---------------------------------------------------------------------------------------
commit() { "$1" --version | sed -n '1s/.*(commit \([^;]*\);.*/\1/p'; }
number=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
made=$(commit "$root/usr/bin/haltcert")
case $made in
"not known" | "") version=$number ;;
*) version=$number+git$(printf %s "$made" | tr - .) ;;
esac
# The same files give the same packages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH

# --- Dependencies ----------------------------------------------------------------------------------
# packages FILE...: the packages of the libraries that programs and libraries ask for, with the C library's least version.
packages() {
    for file in "$@"; do
        LC_ALL=C readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
    done | sort -u | while read -r library; do
        [ -e "$root/usr/lib/haltcert/$library" ] && continue
        path=$(ldd "$@" | sed -n "s|^[[:space:]]*$library => \([^ ]*\) .*|\1|p" | head -n 1)
        [ -n "$path" ] || path=$(ldd "$@" | sed -n "s|^[[:space:]]*\(/[^ ]*/$library\) .*|\1|p" | head -n 1)
        [ -n "$path" ] || fail "$library is not found here"
        # Debian moved /lib to /usr/lib, and the list of files has either name.
        owner=$(dpkg -S "$path" "$(readlink -f "$path")" "${path#/usr}" "/usr$path" 2>/dev/null | head -n 1)
        [ -n "$owner" ] || fail "no package has $path"
        package=${owner%%:*}
        if [ "$package" = libc6 ]; then
            least=$(LC_ALL=C readelf -V "$@" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -V | tail -n 1)
            package="libc6 (>= $least)"
        fi
        echo "$package"
    done | sort -u
}

# --- Packages --------------------------------------------------------------------------------------
# finish NAME DEPENDENCIES MORE TEXT: the control file of FOLDER/NAME and the package. MORE are further fields.
finish() {
    tree=$folder/$1
    mkdir -p "$tree/DEBIAN" "$tree/usr/share/doc/$1"
    cat LICENSE-MIT LICENSE-APACHE >"$tree/usr/share/doc/$1/copyright"
    gzip -9nc CHANGELOG.md >"$tree/usr/share/doc/$1/changelog.gz"
    {
        echo "Package: $1"
        echo "Version: $version"
        echo "Architecture: $(dpkg --print-architecture)"
        echo "Maintainer: ${MAINTAINER:-see the settings of the repository <root@localhost>}"
        echo "Section: devel"
        echo "Priority: optional"
        echo "Installed-Size: $(du -sk "$tree/usr" | cut -f 1)"
        if [ -n "$2" ]; then echo "Depends: $2"; fi
        if [ -n "$3" ]; then echo "$3"; fi
        echo "Description: $4"
    } >"$tree/DEBIAN/control"
    find "$tree" -type d -exec chmod 755 {} +
    dpkg-deb --root-owner-group --build "$tree" "$folder/$1_${version}_$(dpkg --print-architecture).deb"
}

gzip -9nf "$root"/usr/share/man/man1/*.1
# Where Debian's zsh looks.
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root"/usr/share/zsh/site-functions/* "$root/usr/share/zsh/vendor-completions"
rmdir "$root/usr/share/zsh/site-functions"

checks="Checks proofs of memory safety and termination of C programs"
proves="Proves that C programs are memory safe and terminate"
# Of the C library, for programs that include them.
headers="Recommends: libc6-dev"
if [ -x $alone/haltcheck ] && [ -x $alone/haltarchive ]; then
    for program in haltcheck haltarchive; do
        other=$(commit $alone/$program)
        [ "$other" = "$made" ] ||
            fail "$alone/$program is of commit ${other:-not known}, haltcert of ${made:-not known}: make checker-static, or remove $alone"
    done
    mkdir -p "$folder/haltcheck"
    (cd "$root" && find . -type f \( -name '*haltcheck*' -o -name '*haltarchive*' \)) | while read -r file; do
        mkdir -p "$folder/haltcheck/$(dirname "$file")"
        mv "$root/$file" "$folder/haltcheck/$file"
    done
    install -m 755 $alone/haltcheck $alone/haltarchive "$folder/haltcheck/usr/bin"
    # An earlier haltcert may have been the package of all three.
    finish haltcheck "" "Breaks: haltcert (<< $version)
Replaces: haltcert (<< $version)" "$checks
 haltcheck and haltarchive of Haltcert, linked statically and without a solver:
 what only a solver could tell is UNDECIDED."
    more="haltcheck (= $version), "
    fields=$headers
else
    more=""
    fields="$headers
Provides: haltcheck
Conflicts: haltcheck
Replaces: haltcheck"
fi
mv "$root" "$folder/haltcert"
root=$folder/haltcert
# In a subshell `fail` would not end this script.
linked=$(packages "$root"/usr/bin/* "$root"/usr/lib/haltcert/*) || exit 1
linked=$(printf %s "$linked" | tr '\n' ',' | sed 's/,/, /g')
finish haltcert "${more}clang-22, $linked" "$fields" "$proves
 Haltcert writes each proof down as a certificate, which haltcheck checks
 without trusting the prover. Wrong programs get a run that shows the error."
